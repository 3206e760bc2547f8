import type { FunctionName, Outcome } from "$contract";
import { outcomeOf } from "$calls/calls";
import type { Calls } from "$timeline/callStates.svelte";
import { functionKey } from "$content/naming";
import { outcomeSummary } from "$content/summary";

/**
 * What came of a function last, in a few words. What was tried by hand is newer than what a session holds, and of that
 * no more is looked at than was called since.
 */
export function lastResult(
  name: FunctionName,
  calls: Calls | null,
  tried: ReadonlyMap<string, Outcome>,
): string | null {
  const outcome = tried.get(functionKey(name)) ?? lastOutcome(calls, name);
  return outcome === null ? null : outcomeSummary(outcome);
}

function lastOutcome(calls: Calls | null, name: FunctionName): Outcome | null {
  for (const call of calls?.newestOf(name) ?? []) {
    const outcome = outcomeOf(call);
    if (outcome !== null) return outcome;
  }
  return null;
}
