import type { FunctionSpec } from "$contract";
import { functionKey } from "$content/naming";
import type { FunctionGroup } from "$functions/state/functionGroups";

/** One line of the list of functions. */
export type FunctionLine =
  | { type: "heading"; group: FunctionGroup }
  | { type: "problem"; group: FunctionGroup; text: string }
  | { type: "function"; group: FunctionGroup; spec: FunctionSpec };

/** In pixels, as the components of the lines are styled. */
const HEIGHTS: Record<FunctionLine["type"], number> = { heading: 28, problem: 56, function: 44 };

export function heightOf(line: FunctionLine): number {
  return HEIGHTS[line.type];
}

export function lineKey(line: FunctionLine): string {
  const own = line.type === "function" ? functionKey(line.spec.name) : "";
  return `${line.type}/${line.group.id}/${own}`;
}

/** The sources, and below those that are open their functions, or why there are none. */
export function linesOf(groups: readonly FunctionGroup[], isOpen: (id: string) => boolean): FunctionLine[] {
  return groups.flatMap((group): FunctionLine[] => {
    const heading: FunctionLine = { type: "heading", group };
    if (!isOpen(group.id)) return [heading];
    // A server says what is wrong with it in its words in the heading.
    const text = group.kind === "mcp" || group.functions.length > 0 ? undefined : group.problems[0];
    if (text !== undefined) return [heading, { type: "problem", group, text }];
    return [heading, ...group.functions.map((spec): FunctionLine => ({ type: "function", group, spec }))];
  });
}
