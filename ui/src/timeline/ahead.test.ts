import { expect, it } from "vitest";
import { FORECAST, PLAN } from "$gallery/fixtures/demo";
import { functionCall, functionResult, Recorder, returned } from "$gallery/fixtures/recorder";
import { askedAhead } from "$timeline/ahead";
import { emptyTimeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function aheadOf(log: Recorder): ReturnType<typeof askedAhead> {
  const timeline = emptyTimeline();
  for (const entry of log.entries) applyEntry(timeline, entry);
  return askedAhead(timeline);
}

it("offers the model a message, results or calls that wait, and nothing behind its own words", () => {
  const log = new Recorder("A test", PLAN, 0);
  expect(aheadOf(log)).toBeNull();
  expect(aheadOf(log.say("user", [{ type: "text", text: "Is it warm?" }]))).toBe("message");
  expect(aheadOf(log.say("assistant", [functionCall("a", FORECAST, "{}")]))).toBe("calls");
  expect(aheadOf(log.say("function", [functionResult("a", FORECAST, returned({}), "function")]))).toBe(
    "results",
  );
  expect(aheadOf(log.say("assistant", [{ type: "text", text: "No." }]))).toBeNull();
});

it("offers nothing while a turn is under way", () => {
  expect(aheadOf(new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?"))).toBeNull();
});

it("offers nothing where a program asks", () => {
  const log = new Recorder("A test", { ...PLAN, program: "Agent" }, 0);
  expect(aheadOf(log.say("user", [{ type: "text", text: "Is it warm?" }]))).toBeNull();
});
