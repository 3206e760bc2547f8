import { expect, it, vi } from "vitest";
import type { LaneComparison } from "$contract";
import { SeveralModelsState } from "$lanes/severalModels.svelte";

type Args = { from?: string; model?: string; lanes?: { session: string }[] };

function setUp() {
  let lanes = ["s1"];
  const comparison = (): LaneComparison => ({
    id: "c",
    title: "",
    created: 0,
    changed: 0,
    tags: [],
    lanes: lanes.map((session) => ({ session, name: session, isForked: session !== "s1" })),
  });
  const call = vi.fn((command: string, { from, model, lanes: order }: Args) => {
    if (order !== undefined) lanes = order.map(({ session }) => session);
    else if (model !== undefined) lanes = lanes.toSpliced(lanes.indexOf(from ?? "s1") + 1, 0, model);
    return Promise.resolve(comparison());
  });
  const openLanes = vi.fn();
  const app = { host: { call }, openLanes, report: vi.fn() };
  return { call, openLanes, several: new SeveralModelsState(app as never) };
}

it("each of several models becomes a lane, in the order in which they were chosen", async () => {
  const { several, call, openLanes } = setUp();
  several.open({ type: "session", session: "s1" });
  for (const model of ["b", "c", "a", "c"]) several.toggle(model);
  several.toggle("d");
  await several.begin();
  expect(call.mock.calls.slice(0, 3)).toEqual([
    ["comparison_create", { session: "s1", model: "b", asks: true }],
    ["lane_add", { comparison: "c", from: "s1", model: "a", asks: true }],
    ["lane_add", { comparison: "c", from: "s1", model: "d", asks: true }],
  ]);
  const [comparison] = openLanes.mock.calls[0] as [LaneComparison];
  expect(comparison.lanes.map(({ session }) => session)).toEqual(["s1", "b", "a", "d"]);
  expect(openLanes.mock.calls[0]?.[1]).toBe("b");
  expect(several.isOpen).toBe(false);
});

it("no more are chosen than fit side by side", () => {
  const { several } = setUp();
  several.open({ type: "session", session: "s1" });
  for (const model of ["a", "b", "c", "d", "e", "f", "g"]) several.toggle(model);
  expect(several.chosen).toEqual(["a", "b", "c", "d", "e"]);
});
