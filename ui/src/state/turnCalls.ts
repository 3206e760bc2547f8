import {
  callKey,
  type CallKey,
  type CallState,
  scopeOfRound,
  type Timeline,
  type TurnState,
} from "$state/model";

/** The key of a call in the round under way. */
export function keyOf(turn: TurnState, call: string): CallKey {
  return callKey(scopeOfRound(turn.id, turn.rounds.at(-1)?.number ?? 0), call);
}

/** Changes a call of the round under way, if it is there. */
export function changeCall(
  timeline: Timeline,
  turn: TurnState,
  call: string,
  change: (state: CallState) => unknown,
): void {
  const state = timeline.calls[keyOf(turn, call)];
  if (state !== undefined) change(state);
}
