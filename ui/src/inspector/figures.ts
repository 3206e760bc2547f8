import type { Timestamp, TurnId } from "$contract";
import { isPaid, type Timeline, type TurnState } from "$timeline/model";
import { spentBy, type Times, timesAfter, workOf } from "$timeline/turnTime";

/** Whether the figures of the open session are shown above it. */
export const FIGURES_SHOWN = "session/figures";

/** The time of one round, and its place in the session. */
export type RoundTime = {
  turn: { id: TurnId; place: number };
  round: number;
  times: Times;
  /** Whether it goes on. */
  isOpen: boolean;
};

/** The cost of one turn in dollars. Nothing, where no price is known. */
export type TurnCost = { id: TurnId; place: number; cost: number | null };

/** The last rounds of a session, the first of them first, up to now. */
export function roundTimes({ turnOrder, turns }: Timeline, now: Timestamp, most: number): RoundTime[] {
  const all = turnOrder.flatMap((id, at) => {
    const turn = turns[id];
    if (turn === undefined) return [];
    return turn.rounds.map((round, number): RoundTime => {
      const isOpen = turn.outcome === null && number === turn.rounds.length - 1;
      const times = isOpen ? timesAfter(round.times, turn.spent, spentBy(turn.spent, now)) : round.times;
      return { turn: { id, place: at + 1 }, round: round.number, times, isOpen };
    });
  });
  return all.slice(-most);
}

/** The turns in which a provider counted tokens, with what they cost. */
export function turnCosts(
  { turnOrder, turns }: Timeline,
  costOf: (turn: TurnState) => number | null,
): TurnCost[] {
  return turnOrder.flatMap((id, at) => {
    const turn = turns[id];
    const isCounted = turn?.rounds.some(isPaid) === true;
    return turn !== undefined && isCounted ? [{ id, place: at + 1, cost: costOf(turn) }] : [];
  });
}

/** The longest work of a round, which its bars are drawn against. */
export function longestWork(rounds: readonly RoundTime[]): number {
  return Math.max(1, ...rounds.map(({ times }) => workOf(times)));
}
