import { say } from "$language/say";
import type { ArgumentTest, HitRule } from "$contract";

/** Why no function can fit a pattern, as the core refuses it. */
export function patternFault(pattern: string): string | null {
  if (pattern.trim() === "") return say("Write the name of a function, or * for all.");
  return /[[\](){}|^\\\u0000-\u001f]/.test(pattern)
    ? say("No function fits this: only * and ? stand for other letters.")
    : null;
}

/** Why a name can't be given to one of several things. */
export function nameFault(name: string, others: readonly string[]): string | null {
  const wanted = name.trim();
  if (wanted === "") return say("It needs a name.");
  return others.some((other) => other.trim() === wanted) ? say("Another one has this name.") : null;
}

/** Why a test of an argument would never hold. */
export function testFault({ path, comparison, value }: ArgumentTest): string | null {
  if (!isPath(path)) return say("This leads to no argument. Write $.days[0] or /days/0.");
  return comparison === "matches" && typeof value !== "string" ? say("A pattern is a text.") : null;
}

/** Why a breakpoint would never stop at the hits it waits for. */
export function hitsFault(hits: HitRule): string | null {
  return hits.type !== "always" && !(hits.count >= 1) ? say("Hits are counted from 1.") : null;
}

function isPath(path: string): boolean {
  const text = path.trim();
  if (text.startsWith("/")) return !/~(?![01])/.test(text);
  const opened = text.split("[").length;
  return opened === text.split("]").length && text.replace(/^\$/, "").replace(/[.[\]]/g, "") !== "";
}
