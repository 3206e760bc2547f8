import { expect, test } from "vitest";
import { PLAN, weatherDemo } from "$gallery/fixtures/demo";
import { longestWork, roundTimes, turnCosts } from "$inspector/figures";
import { applyEntry } from "$timeline/timeline";
import { emptyTimeline, newRound, newTurn, scopeOfRound, type Timeline } from "$timeline/model";
import { spentAfter, timesAfter, workOf } from "$timeline/turnTime";

function played(): Timeline {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo(0).entries) applyEntry(timeline, entry);
  return timeline;
}

test("the times of all rounds make up the time of their turn from its first round on", () => {
  const timeline = played();
  for (const id of timeline.turnOrder) {
    const turn = timeline.turns[id];
    if (turn === undefined) continue;
    const rounds = roundTimes(timeline, 0, 100).filter((one) => one.turn.id === id);
    expect(rounds).toHaveLength(turn.rounds.length);
    const sum = (part: "model" | "functions" | "person"): number =>
      rounds.reduce((total, { times }) => total + times[part], 0);
    expect(sum("model")).toBe(turn.spent.model);
    expect(sum("functions")).toBe(turn.spent.functions);
    expect(sum("person")).toBe(turn.spent.person);
  }
});

test("the time that a person is waited for is no part of the work of a round", () => {
  const times = { model: 800, functions: 200, between: 50, person: 60_000 };
  const round = { turn: { id: "t", place: 1 }, round: 1, times, isOpen: false };
  expect(workOf(times)).toBe(1050);
  expect(longestWork([round])).toBe(1050);
});

test("a round that goes on is counted up to now", () => {
  const timeline = emptyTimeline();
  const turn = newTurn("t", 1000, null, PLAN);
  turn.rounds.push(newRound(1, scopeOfRound("t", 1)));
  const before = turn.spent;
  turn.spent = spentAfter(before, { type: "requestSent", exchange: "x", offered: [] }, 1100);
  const [round] = turn.rounds;
  if (round !== undefined) round.times = timesAfter(round.times, before, turn.spent);
  timeline.turns = { t: turn };
  timeline.turnOrder = ["t"];
  const [open] = roundTimes(timeline, 4100, 100);
  expect(open?.isOpen).toBe(true);
  expect(open?.times).toEqual({ model: 3000, functions: 0, between: 100, person: 0 });
});

test("only the last rounds are kept, and turns are counted from the beginning", () => {
  const timeline = played();
  const all = roundTimes(timeline, 0, 100);
  expect(roundTimes(timeline, 0, 1)).toEqual(all.slice(-1));
});

test("a turn whose tokens nobody counted has no cost", () => {
  const timeline = played();
  const counted = timeline.turnOrder.filter((id) =>
    timeline.turns[id]?.rounds.some(({ usage }) => usage !== null),
  );
  expect(turnCosts(timeline, () => 0.5).map(({ id, cost }) => [id, cost])).toEqual(
    counted.map((id) => [id, 0.5]),
  );
});
