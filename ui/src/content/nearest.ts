import type { FunctionName } from "$contract";

/** A name that differs in more than this part of its letters is another name. */
const MOST_APART = 0.4;

/** The function whose name is nearest to a name that no function has. Nothing, where none is near. */
export function nearestFunction(written: string, names: readonly FunctionName[]): FunctionName | null {
  const sought = letters(written);
  if (sought === "") return null;
  let [nearest, least]: [FunctionName | null, number] = [null, MOST_APART];
  for (const name of names) {
    const forms = [letters(name.function), letters(`${name.plugin ?? ""}${name.function}`)];
    const apart = Math.min(...forms.map((form) => partApart(sought, form)));
    if (apart < least) [nearest, least] = [name, apart];
  }
  return nearest;
}

/** Case and separators are what models get wrong most, and say nothing. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** From 0 for equal names to 1 for names with nothing in common. */
function partApart(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  // A name that holds the other one whole, as `forecast` is in `get_forecast`, is nearer than its letters say.
  const holds = Math.min(one.length, other.length) > 3 && (one.includes(other) || other.includes(one));
  const apart = distance(one, other) / longest;
  return holds ? Math.min(apart, MOST_APART * 0.9) : apart;
}

/** How many letters have to be put in, left out, replaced or swapped. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + cost,
          isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
