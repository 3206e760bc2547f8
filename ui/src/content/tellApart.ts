import type { JsonValue } from "$contract";
import { clip, oneLine } from "$content/summary";

/** A call as far as it takes to tell it from others: the key of its function, and what it is called with. */
export type Told = { function: string; arguments: Record<string, JsonValue> | null };

const LONGEST = 28;

/**
 * For each call of an answer the argument in which it differs from the other calls of the same function. Nothing for
 * a call that is the only one of its function, or equal to all others.
 */
export function tellApart(calls: readonly Told[]): (string | null)[] {
  return calls.map((call) => {
    const alike = calls.filter((other) => other.function === call.function);
    const key = alike.length < 2 ? null : differingKey(alike);
    const value = key === null ? undefined : call.arguments?.[key];
    return value === undefined ? null : shortValue(value);
  });
}

/** A value in a few letters, texts without quotes. */
export function shortValue(value: JsonValue): string {
  return clip(oneLine(typeof value === "string" ? value : JSON.stringify(value)), LONGEST);
}

/** The argument with the most different values. Of several, the one that is written first. */
function differingKey(calls: readonly Told[]): string | null {
  const keys = new Set(calls.flatMap((call) => Object.keys(call.arguments ?? {})));
  let [best, most]: [string | null, number] = [null, 1];
  for (const key of keys) {
    const values = new Set(calls.map((call) => JSON.stringify(call.arguments?.[key])));
    if (values.size > most) [best, most] = [key, values.size];
  }
  return best;
}
