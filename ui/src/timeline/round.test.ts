import { describe, expect, it } from "vitest";
import type { Replacement, TurnEvent } from "$contract";
import { PLAN } from "$gallery/fixtures/demo";
import { Recorder } from "$gallery/fixtures/recorder";
import { roundBegan } from "$gallery/fixtures/records";
import { answeringModel, emptyTimeline, isPaid, latestTurn, newRound } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

const SENT: TurnEvent = { type: "requestSent", exchange: "x", offered: [] };
const MODEL: Replacement = { type: "model", model: "b/small" };
const SESSION: Replacement = { type: "session", session: "s7" };

/** What answers each round of a turn with these events. */
function replacements(...events: TurnEvent[]): (Replacement | null)[] {
  const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?");
  for (const event of events) log.turn(event);
  const timeline = emptyTimeline();
  for (const entry of log.entries) applyEntry(timeline, entry);
  return latestTurn(timeline)?.rounds.map(({ replacedBy }) => replacedBy) ?? [];
}

describe("what answers in place of the model that was asked", () => {
  it("is kept with its round, and the next round begins without", () => {
    const replaced: TurnEvent = { type: "modelReplaced", by: MODEL };
    expect(replacements(roundBegan(1), SENT, replaced, roundBegan(2), SENT)).toEqual([MODEL, null]);
  });

  it("is forgotten where the request is sent again", () => {
    const replaced: TurnEvent = { type: "modelReplaced", by: SESSION };
    expect(replacements(roundBegan(1), SENT, replaced)).toEqual([SESSION]);
    expect(replacements(roundBegan(1), SENT, replaced, SENT)).toEqual([null]);
  });

  it("is the model of the answer, unless it is a session", () => {
    const terms = { model: "gpt-5", choice: { type: "auto" as const }, calls: {}, settings: {} };
    const round = { ...newRound(1, "s"), terms };
    const models = [null, MODEL, SESSION].map((replacedBy) => answeringModel({ ...round, replacedBy }, null));
    expect(models).toEqual(["gpt-5", "b/small", null]);
    expect(answeringModel(newRound(1, "s"), "a/large")).toBe("a/large");
  });

  it("is paid for, unless it is a session", () => {
    const round = { ...newRound(1, "s"), usage: { input: 1, output: 1, cached: null, reasoning: null } };
    const paid = [null, MODEL, SESSION].map((replacedBy) => isPaid({ ...round, replacedBy }));
    expect(paid).toEqual([true, true, false]);
    expect(isPaid(newRound(1, "s"))).toBe(false);
  });
});
