import { expect, test } from "vitest";
import { PLAN } from "$gallery/fixtures/demo";
import { newRound, newTurn, type TurnState } from "$timeline/model";
import { awaitedExchange } from "$transcript/state/waits";

function asking(): TurnState {
  const turn = newTurn("t1", 0, null, PLAN);
  turn.rounds.push({ ...newRound(1, "t1#1"), exchanges: ["x1"], requestedAt: 10 });
  return turn;
}

function withRound(change: Partial<TurnState["rounds"][number]>): TurnState {
  const turn = asking();
  turn.rounds = turn.rounds.map((round) => ({ ...round, ...change }));
  return turn;
}

test("a request is waited for until its answer begins or its turn ends", () => {
  expect(awaitedExchange(asking())).toBe("x1");
  expect(awaitedExchange(withRound({ tookToFirst: 10 }))).toBeNull();
  expect(awaitedExchange(withRound({ respondedAt: 20 }))).toBeNull();
  expect(awaitedExchange(withRound({ requestedAt: null }))).toBeNull();
  expect(awaitedExchange({ ...asking(), outcome: { type: "answered" } })).toBeNull();
  expect(awaitedExchange(null)).toBeNull();
});
