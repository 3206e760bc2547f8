import type { Outcome } from "$contract";
import { outcomeOf } from "$state/calls";
import type { CallState } from "$state/model";
import { calledName, functionKey } from "$state/naming";
import { outcomeSummary } from "$state/summary";

/** What came of a function last, in a few words. What was tried by hand is newer than what a session holds. */
export function lastResults(calls: CallState[], tried: ReadonlyMap<string, Outcome>): Map<string, string> {
  const last = new Map<string, Outcome>();
  for (const call of calls) {
    const outcome = outcomeOf(call);
    if (outcome !== null) last.set(functionKey(calledName(call.function)), outcome);
  }
  for (const [key, outcome] of tried) last.set(key, outcome);
  return new Map([...last].map(([key, outcome]) => [key, outcomeSummary(outcome)]));
}
