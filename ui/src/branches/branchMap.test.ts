import { describe, expect, it } from "vitest";
import { branchMapOf } from "$branches/branchMap";
import { emptyTimeline, type Timeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";
import { branchesDemo } from "$gallery/fixtures/histories";

/** Three questions: m1 with an edited call, m6 and m8, each with its answer. The first is shown. */
function branches(): Timeline {
  const timeline = emptyTimeline();
  for (const entry of branchesDemo().entries) applyEntry(timeline, entry);
  return timeline;
}

describe("the overview of branches", () => {
  it("has a row for each end, and tells it by what it does not share", () => {
    const timeline = branches();
    const map = branchMapOf(timeline, timeline.head);
    expect(map.branches.map(({ leaf }) => leaf.id)).toEqual(["m2", "m5", "m7", "m9"]);
    expect(map.rows).toBe(4);
    expect(new Set(map.branches.map(({ leaf }) => leaf.row)).size).toBe(4);
    expect(map.branches.every(({ title }) => title !== "")).toBe(true);
  });

  it("passes over what has nothing to tell, and counts it", () => {
    const timeline = branches();
    const map = branchMapOf(timeline, timeline.head);
    const all = timeline.messages.ids.length;
    expect(map.ways.reduce((sum, { count }) => sum + count, 0)).toBe(all);
    expect(map.nodes.length).toBeLessThan(all);
  });

  it("shows the way to the head, and the head where it is no end", () => {
    const timeline = branches();
    const whole = branchMapOf(timeline, "m5");
    expect(whole.nodes.filter(({ isHead }) => isHead).map(({ id }) => id)).toEqual(["m5"]);
    const back = branchMapOf(timeline, "m6");
    expect(back.nodes.filter(({ isOnPath }) => isOnPath).map(({ id }) => id)).toEqual(["m6"]);
    expect(back.nodes.find(({ id }) => id === "m6")?.isLeaf).toBe(false);
  });

  it("tells names and pins", () => {
    const timeline = branches();
    const mark = (event: Parameters<typeof applyEntry>[1]["event"]): void => {
      applyEntry(timeline, { seq: timeline.seq + 1, at: 0, event });
    };
    mark({ type: "branchNamed", message: "m6", name: "Second try" });
    mark({ type: "messagePinned", message: "m4" });
    const map = branchMapOf(timeline, timeline.head);
    expect(map.branches.find(({ leaf }) => leaf.id === "m7")?.title).toBe("Second try");
    expect(map.nodes.filter(({ isPinned }) => isPinned).map(({ id }) => id)).toEqual(["m4"]);
  });
});
