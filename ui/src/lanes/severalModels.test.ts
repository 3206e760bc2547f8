import { expect, it, vi } from "vitest";
import type { LaneComparison } from "$contract";
import { SeveralModelsState } from "$lanes/severalModels.svelte";

function setUp() {
  let lanes = ["s1"];
  const comparison = (): LaneComparison => ({
    id: "c",
    title: "",
    created: 0,
    changed: 0,
    lanes: lanes.map((session) => ({ session, name: session, isForked: session !== "s1" })),
  });
  const call = vi.fn((command: string, { model }: { model: string }) => {
    lanes = [...lanes, model];
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
  expect(call.mock.calls).toEqual([
    ["comparison_create", { session: "s1", model: "b" }],
    ["lane_add", { comparison: "c", from: "b", model: "a" }],
    ["lane_add", { comparison: "c", from: "a", model: "d" }],
  ]);
  expect(openLanes.mock.calls[0]?.[1]).toBe("b");
  expect(several.isOpen).toBe(false);
});

it("no more are chosen than fit side by side", () => {
  const { several } = setUp();
  several.open({ type: "session", session: "s1" });
  for (const model of ["a", "b", "c", "d", "e", "f", "g"]) several.toggle(model);
  expect(several.chosen).toEqual(["a", "b", "c", "d", "e"]);
});
