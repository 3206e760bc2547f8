import { expect, it } from "vitest";
import type { Recording } from "$host/scripted/host";
import { PLAN } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";
import { Recorder } from "$gallery/fixtures/recorder";
import { roundBegan } from "$gallery/fixtures/records";
import { emptyTimeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";
import { leftCallsOpen } from "$timeline/turnEnding";

/** Whether the last turn of a log left calls open. */
function leavesCallsOpen(entries: Recording["entries"]): boolean | null {
  const timeline = emptyTimeline();
  for (const entry of entries) applyEntry(timeline, entry);
  const turn = timeline.turns[timeline.turnOrder.at(-1) ?? ""];
  return turn === undefined ? null : leftCallsOpen(timeline, turn);
}

it("knows the calls that were open when a turn was stopped", () => {
  expect(leavesCallsOpen(endings()["stopped"]?.entries ?? [])).toBe(true);
});

it("knows of none where a call failed, or nothing was called", () => {
  expect(leavesCallsOpen(endings()["failed"]?.entries ?? [])).toBe(false);
  const log = new Recorder("A test", PLAN, 0).begin("t1", "Hello").turn(roundBegan(1));
  log.turn({ type: "ended", outcome: { type: "stopped" } });
  expect(leavesCallsOpen(log.entries)).toBe(false);
});
