import type { FunctionCall, JsonValue } from "$contract";

/** A place in the arguments of two calls where they are not the same. Nothing stands for what is not there. */
export type Difference = { path: string; here: JsonValue | undefined; there: JsonValue | undefined };

/** More than a person reads. */
const MOST = 20;

/** Whether two values mean the same, whatever the order of their members. */
export function isSameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return differencesOf(one, other, "", 1).length === 0;
}

/** What is different between the arguments of two calls, in the order in which they are written here. */
export function argumentDifferences(here: FunctionCall, there: FunctionCall): Difference[] {
  const [one, other] = [valueOf(here), valueOf(there)];
  return differencesOf(one, other, "", MOST);
}

function valueOf({ arguments: written }: FunctionCall): JsonValue {
  return written.type === "parsed" ? written.value : written.raw;
}

function differencesOf(
  here: JsonValue | undefined,
  there: JsonValue | undefined,
  path: string,
  most: number,
): Difference[] {
  if (isList(here) && isList(there)) {
    const places = Array.from({ length: Math.max(here.length, there.length) }, (_, place) => place);
    return gather(places, most, (place, rest) =>
      differencesOf(here[place], there[place], `${path}[${place}]`, rest),
    );
  }
  if (isObject(here) && isObject(there)) {
    const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])];
    return gather(keys, most, (key, rest) =>
      differencesOf(here[key], there[key], path === "" ? key : `${path}.${key}`, rest),
    );
  }
  return here === there ? [] : [{ path, here, there }];
}

function gather<T>(
  parts: T[],
  most: number,
  differences: (part: T, rest: number) => Difference[],
): Difference[] {
  const found: Difference[] = [];
  for (const part of parts) {
    if (found.length >= most) break;
    found.push(...differences(part, most - found.length));
  }
  return found;
}

function isList(value: JsonValue | undefined): value is JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
