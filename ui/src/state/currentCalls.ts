import { type CallKey, callKey, type CallState, scopeNow, type Timeline, type TurnState } from "$state/model";

/** The key of a call of the round under way. */
export function keyOf(turn: TurnState, call: string): CallKey {
  return callKey(scopeNow(turn), call);
}

export function changeCall(
  timeline: Timeline,
  turn: TurnState,
  call: string,
  change: (state: CallState) => void,
): void {
  const state = timeline.calls[keyOf(turn, call)];
  if (state !== undefined) change(state);
}
