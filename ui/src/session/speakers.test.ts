import { describe, expect, it } from "vitest";
import type { Author, LogEntry, Note, Replacement, RequestTerms } from "$contract";
import { PLAN } from "$gallery/fixtures/demo";
import { Recorder } from "$gallery/fixtures/recorder";
import { roundBegan } from "$gallery/fixtures/records";
import { rowsOf } from "$session/rows";
import type { Spoken } from "$session/speakers";
import { emptyTimeline, type Timeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function timelineOf(entries: LogEntry<Note>[]): Timeline {
  const timeline = emptyTimeline();
  for (const entry of entries) applyEntry(timeline, entry);
  return timeline;
}

function spokenIn(log: Recorder): [string, Spoken["by"], Spoken["before"]][] {
  return rowsOf(timelineOf(log.entries)).flatMap((row) =>
    row.type === "round" || row.type === "author" ? [[row.type, row.spoken.by, row.spoken.before]] : [],
  );
}

function terms(model: string): RequestTerms {
  return { model, choice: { type: "auto" }, calls: {}, settings: {} };
}

function round(log: Recorder, number: number, model: string, by?: Replacement): void {
  log.turn(roundBegan(number)).turn({ type: "requestSent", exchange: "x", offered: [], terms: terms(model) });
  if (by !== undefined) log.turn({ type: "modelReplaced", by });
  log.say("assistant", [{ type: "text", text: "Yes." }], { author: { type: "model", model } });
}

describe("who speaks in a round", () => {
  it("is the model that was asked, with the one before where it changed", () => {
    const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?");
    round(log, 1, "a/large");
    round(log, 2, "a/large");
    round(log, 3, "b/small");
    const [large, small] = ["a/large", "b/small"].map((model) => ({
      participant: null,
      model,
      replayed: null,
    }));
    expect(spokenIn(log)).toEqual([
      ["round", large, null],
      ["round", large, null],
      ["round", small, large],
    ]);
  });

  it("is what replaces the model that was asked, in that round alone", () => {
    const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?");
    round(log, 1, "gpt-5", { type: "model", model: "b/small" });
    round(log, 2, "gpt-5", { type: "session", session: "s7" });
    round(log, 3, "gpt-5");
    const small = { participant: null, model: "b/small", replayed: null };
    const recorded = { participant: null, model: "gpt-5", replayed: "s7" };
    const asked = { ...recorded, replayed: null };
    expect(spokenIn(log)).toEqual([
      ["round", small, null],
      ["round", recorded, small],
      ["round", asked, recorded],
    ]);
  });

  it("is the participant who speaks, with their model", () => {
    const participants = [{ name: "Anna", model: "b/small" }];
    const plan = { ...PLAN, participants: participants as typeof PLAN.participants, speaker: "Anna" };
    const log = new Recorder("A test", plan, 0).begin("t1", "Is it warm?").turn(roundBegan(1));
    expect(spokenIn(log)).toEqual([
      ["round", { participant: "Anna", model: "b/small", replayed: null }, null],
    ]);
  });
});

it("tells of an answer without a round who wrote it, where that is news", () => {
  const by = (model: string): { author: Author } => ({ author: { type: "model", model } });
  const log = new Recorder("A test", PLAN, 0);
  log
    .say("user", [{ type: "text", text: "One?" }])
    .say("assistant", [{ type: "text", text: "1" }], by("a/large"));
  log
    .say("user", [{ type: "text", text: "Two?" }])
    .say("assistant", [{ type: "text", text: "2" }], by("a/large"));
  log
    .say("user", [{ type: "text", text: "Three?" }])
    .say("assistant", [{ type: "text", text: "3" }], by("b/small"));
  expect(spokenIn(log).map(([type, { model }, before]) => [type, model, before?.model ?? null])).toEqual([
    ["author", "a/large", null],
    ["author", "b/small", "a/large"],
  ]);
});
