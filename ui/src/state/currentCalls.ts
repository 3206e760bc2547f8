import type { Breakpoint, CallId, PausePlace, TurnId, TurnPlan } from "$contract";
import {
  type CallKey,
  callKey,
  type CallState,
  scopeOfRound,
  type Timeline,
  type TurnState,
  openTurn,
} from "$state/model";

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

export function changeCall(
  timeline: Timeline,
  turn: TurnState,
  call: string,
  change: (state: CallState) => void,
): void {
  const state = timeline.calls[keyOf(turn, call)];
  if (state !== undefined) change(state);
}

/** Which round a scope means, if it means one. */
export function roundOf(timeline: Timeline, scope: string): { turn: TurnId; number: number } | null {
  const at = scope.lastIndexOf("#");
  const [turn, number] = [scope.slice(0, at), Number(scope.slice(at + 1))];
  return at < 0 || timeline.turns[turn] === undefined ? null : { turn, number };
}

/** The breakpoints that hold now: those of the turn under way, else those of the next turn. */
export function breakpointsOf(timeline: Timeline, plan: TurnPlan | null): Breakpoint[] {
  return openTurn(timeline)?.plan.breakpoints ?? plan?.breakpoints ?? [];
}
