import { expect, it } from "vitest";
import type { Replacement } from "$contract";
import { PLAN } from "$gallery/fixtures/demo";
import { emptyTimeline, newRound, newTurn, type Round, type Timeline } from "$timeline/model";
import { exchangeBefore } from "$wire/exchangeBefore";

function answered(number: number, replacedBy: Replacement | null): Round {
  const terms = { model: "gpt-5", choice: { type: "auto" as const }, calls: {}, settings: {} };
  return { ...newRound(number, `s${number}`), exchanges: [`x${number}`], terms, replacedBy };
}

function timelineWith(rounds: Round[]): Timeline {
  const timeline = emptyTimeline();
  timeline.turns = { t: { ...newTurn("t", 0, null, PLAN), rounds } };
  timeline.turnOrder = ["t"];
  return timeline;
}

it("is the last exchange of the model that answers, whichever was asked", () => {
  const small: Replacement = { type: "model", model: "b/small" };
  const rounds = [answered(1, small), answered(2, null), answered(3, { type: "session", session: "s7" })];
  const last = answered(4, small);
  const timeline = timelineWith([...rounds, last]);
  expect(exchangeBefore(timeline, last, "b/small")).toBe("x1");
  expect(exchangeBefore(timeline, last, "gpt-5")).toBe("x2");
  expect(exchangeBefore(timeline, last, null)).toBeNull();
});
