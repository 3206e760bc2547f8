import { expect, it } from "vitest";
import type { CallPhase, FunctionCall, FunctionName } from "$contract";
import { callRecord } from "$functions/state/callRecord";
import { callKey, emptyTimeline, newCall, type Timeline } from "$timeline/model";

const NOW: FunctionName = { plugin: "clock", function: "now" };
const ADD: FunctionName = { plugin: "math", function: "add" };
const RETURNED: CallPhase = {
  type: "answered",
  outcome: { type: "returned", output: { type: "text", text: "nine" } },
  origin: "function",
};
const FAILED: CallPhase = {
  type: "answered",
  outcome: { type: "failed", failure: { kind: "reported", message: "no" } },
  origin: "function",
};

function call({ calls }: Timeline, id: string, phase: CallPhase, took: number | null): void {
  const times = { startedAt: took === null ? null : 1000, endedAt: took === null ? null : 1000 + took };
  calls.set({ ...newCall(id, "t1#1", { type: "known", name: NOW }), phase, ...times });
}

it("tells how often a function was called, how it went and how long it took", () => {
  const timeline = emptyTimeline();
  call(timeline, "a", FAILED, 90);
  call(timeline, "b", RETURNED, 40);
  call(timeline, "c", RETURNED, 10);
  call(timeline, "d", RETURNED, null);
  expect(callRecord(timeline, NOW)).toEqual({
    all: 4,
    ends: [
      { status: "returned", count: 3 },
      { status: "failed", count: 1 },
    ],
    took: { median: 40, longest: 90 },
  });
  expect(callRecord(timeline, ADD)).toEqual({ all: 0, ends: [], took: null });
});

it("follows a call that ends", () => {
  const timeline = emptyTimeline();
  call(timeline, "a", { type: "running" } as CallPhase, null);
  expect(callRecord(timeline, NOW).ends).toEqual([{ status: "running", count: 1 }]);
  const found = timeline.calls.of(callKey("t1#1", "a"));
  if (found === undefined) throw new Error("there is no call");
  found.phase = RETURNED;
  expect(callRecord(timeline, NOW).ends).toEqual([{ status: "returned", count: 1 }]);
});

it("leaves out calls of a version that is not shown, whose results are not there", () => {
  const timeline = emptyTimeline();
  call(timeline, "a", RETURNED, 40);
  const made: FunctionCall = {
    id: "b",
    function: { type: "known", name: NOW },
    arguments: { type: "parsed", raw: "{}", value: {} },
    origin: "model",
  };
  timeline.calls.set({ ...newCall("b", "t1#1", made.function), call: made });
  expect(callRecord(timeline, NOW).ends).toEqual([{ status: "returned", count: 1 }]);
});
