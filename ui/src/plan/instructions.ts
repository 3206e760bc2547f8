import { type Instructions, type Message, type TurnPlan, VARIABLES } from "$contract";
import { withSetting } from "$content/settings";

const VARIABLE = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g;

/** The names in double braces, each once, in the order in which they come. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []))];
}

/** The variables of a text that no turn has by itself. */
export function ownVariables(text: string): string[] {
  const known: readonly string[] = VARIABLES;
  return variablesIn(text).filter((name) => !known.includes(name));
}

/** The variables that stay as they are written, because they have no value. */
export function withoutValue({ text, values = {} }: Pick<Instructions, "text" | "values">): string[] {
  return ownVariables(text).filter((name) => values[name] === undefined);
}

/** What is written, with the values that its text uses. Nothing, where there is no text. */
export function instructionsOf(text: string, values: Record<string, string>): Instructions | undefined {
  if (text.trim() === "") return undefined;
  const used = variablesIn(text).flatMap((name) => {
    const value = values[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return used.length === 0 ? { text } : { text, values: Object.fromEntries(used) };
}

export function withInstructions(plan: TurnPlan, instructions: Instructions | undefined): TurnPlan {
  return withSetting(plan, "instructions", instructions);
}

/** Everything about instructions as lines, to be compared. */
export function linesOf(instructions: Instructions | null | undefined): string {
  if (instructions == null) return "";
  const values = Object.entries(instructions.values ?? {}).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return [instructions.text, ...values.map(([name, value]) => `{{${name}}} = ${value}`)].join("\n");
}

/** The instructions that a history begins with, as an import brings them. */
export function leadingInstructions(path: readonly Message[]): string | null {
  const end = path.findIndex(({ role }) => role !== "system");
  const leading = path.slice(0, end < 0 ? path.length : end);
  const texts = leading.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === "text" ? [item.text] : [])),
  );
  return texts.length === 0 ? null : texts.join("\n\n");
}
