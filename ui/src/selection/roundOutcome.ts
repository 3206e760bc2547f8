import type { FunctionName } from "$contract";
import type { Round } from "$timeline/model";
import { calledName, functionKey } from "$content/naming";
import { isOffered } from "$plan/plan";
import type { CallState } from "$timeline/model";

/** What became of what was offered in a round. */
export type RoundOutcome = {
  used: FunctionName[];
  /** Called by the model, and not offered. */
  missed: FunctionName[];
};

/** Which functions that were offered were called, and which were called that were not offered. */
export function roundOutcome(round: Round, calls: CallState[]): RoundOutcome | null {
  if (round.selection === null || round.respondedAt === null) return null;
  const offered =
    round.offered ??
    round.selection.candidates
      .filter(({ verdict }) => isOffered(verdict))
      .map((candidate) => candidate.function);
  const known = new Set(offered.map(functionKey));
  const called = new Map(
    calls.map((call) => calledName(call.function)).map((name) => [functionKey(name), name]),
  );
  const names = [...called.values()];
  return {
    used: names.filter((name) => known.has(functionKey(name))),
    missed: names.filter((name) => !known.has(functionKey(name))),
  };
}
