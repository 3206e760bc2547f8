import type { CallId, PausePlace } from "$contract";
import {
  type CallKey,
  callKey,
  type CallState,
  scopeOfRound,
  type Timeline,
  type TurnState,
} from "$timeline/model";

/** The call a stop is at, if it is at one. */
export function callOfPlace(place: PausePlace): CallId | null {
  return place.type === "beforeCall" || place.type === "afterCall" ? place.call : null;
}

/** Where the calls of the round under way are. */
export function scopeNow(turn: TurnState): string {
  return turn.rounds.at(-1)?.scope ?? scopeOfRound(turn.id, 0);
}

/** The key of a call of the round under way. */
export function keyOf(turn: TurnState, call: string): CallKey {
  return callKey(scopeNow(turn), call);
}

/** The call a turn stands at, if it stands at one. */
export function pausedCall(timeline: Timeline, turn: TurnState | null): CallState | null {
  const call = turn === null || turn.pause === null ? null : callOfPlace(turn.pause.place);
  return turn === null || call === null ? null : (timeline.calls.of(keyOf(turn, call)) ?? null);
}

/** The call that runs. Of several, the last one the model made. */
export function runningCall(timeline: Timeline, turn: TurnState): CallState | null {
  return timeline.calls.in(scopeNow(turn)).findLast(({ phase }) => phase.type === "running") ?? null;
}

/** The arguments of a call as far as they have come in. */
export function draftOf(timeline: Timeline, call: CallId): string {
  return timeline.draft.find(({ kind }) => kind.type === "call" && kind.id === call)?.text ?? "";
}

export function changeCall(
  timeline: Timeline,
  turn: TurnState,
  call: string,
  change: (state: CallState) => void,
): void {
  const state = timeline.calls.of(keyOf(turn, call));
  if (state !== undefined) change(state);
}
