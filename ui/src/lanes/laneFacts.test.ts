import { expect, test } from "vitest";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { lanesHost } from "$gallery/fixtures/lanes";
import { PLAN } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";
import { Recorder } from "$gallery/fixtures/recorder";
import { roundBegan } from "$gallery/fixtures/records";
import { unseenWindow } from "$gallery/within";
import { factsOf, leastOf, partsOfMost } from "$lanes/laneFacts";
import { emptyTimeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

test("a lane counts its rounds, tokens, times, calls and failures over all turns", async () => {
  const { app } = unseenWindow(lanesHost(demoOverview(), 4));
  await app.load();
  const last = app.lanes?.lanes[3];
  if (last === undefined) throw new Error("four lanes");
  await expect.poll(() => last.session.isLoaded).toBe(true);
  expect(factsOf(last.session.timeline)).toEqual({
    rounds: 3,
    modelTime: 930,
    functionTime: 240,
    usage: { input: 930, output: 84, cached: null, reasoning: null },
    calls: 2,
    failures: 1,
  });
});

test("the time in which a person holds an answer is no time of the model", () => {
  const log = new Recorder("A test", PLAN, 0);
  log.begin("t1", "Is it warm?").turn(roundBegan(1));
  log.turn({ type: "requestSent", exchange: "x1", offered: [] }).wait(20);
  log.pause({ type: "duringAnswer" }, "step").wait(60_000).answer({ type: "continue" }).wait(10);
  log.turn({ type: "responseReceived", usage: null });
  const timeline = emptyTimeline();
  for (const entry of log.entries) applyEntry(timeline, entry);
  expect(factsOf(timeline).modelTime).toBe(30);
});

test("a call that its turn ended before has not failed", () => {
  const timeline = emptyTimeline();
  for (const entry of endings()["stopped"]?.entries ?? []) applyEntry(timeline, entry);
  expect(timeline.calls.all.map(({ result }) => result?.outcome.type)).toContain("failed");
  expect(factsOf(timeline).failures).toBe(0);
});

test("the least figure is marked only where figures differ", () => {
  expect(leastOf([3, null, 2, 2])).toBe(2);
  expect(leastOf([2, 2])).toBeNull();
  expect(leastOf([2, null])).toBeNull();
  expect(leastOf([])).toBeNull();
});

test("a bar is scaled to the largest lane, and a figure that was not reported has none", () => {
  expect(partsOfMost([50, null, 200, 0])).toEqual([0.25, null, 1, 0]);
  expect(partsOfMost([0, null])).toEqual([null, null]);
});
