import { describe, expect, it } from "vitest";
import { newestLeaf, versionOf } from "$timeline/branches";
import { forkBranches } from "$session/forks";
import { callKey, emptyTimeline, type Timeline } from "$timeline/model";
import { rowsOf } from "$session/rows";
import { applyEntry } from "$timeline/timeline";
import { branchesDemo, brokenDemo, brokenFindings } from "$gallery/fixtures/histories";

/** Three questions: m1 with an edited call, m6 and m8, each with its answer. The first is shown. */
function branches(): Timeline {
  const timeline = emptyTimeline();
  for (const entry of branchesDemo().entries) applyEntry(timeline, entry);
  return timeline;
}

function goTo(timeline: Timeline, head: string | null): void {
  applyEntry(timeline, { seq: timeline.seq + 1, at: 0, event: { type: "headMoved", head } });
}

describe("the versions of a message", () => {
  it("are those said in the same place, oldest first", () => {
    const following = branches().messages.following;
    expect(versionOf(following, null, "m1")).toEqual({ place: 1, of: 3, previous: null, next: "m6" });
    expect(versionOf(following, null, "m8")).toEqual({ place: 3, of: 3, previous: "m6", next: null });
  });

  it("are nothing to speak of where there is only one", () => {
    expect(versionOf(branches().messages.following, "m6", "m7")).toBeNull();
  });

  it("are told at the first row of their message", () => {
    const leads = rowsOf(branches()).flatMap(({ leads }) => leads ?? []);
    expect(leads.map(({ message, version }) => [message.id, version?.of ?? 1])).toEqual([
      ["m1", 3],
      ["m3", 2],
      ["m5", 1],
    ]);
  });
});

describe("the branches of a fork", () => {
  it("are a small tree: how each begins, how long it is, and which is shown", () => {
    const timeline = branches();
    const tree = forkBranches(timeline, timeline.messages.following, null);
    expect(tree.map(({ id, depth, length, isShown }) => [id, depth, length, isShown])).toEqual([
      ["m1", 0, 1, true],
      ["m2", 1, 1, false],
      ["m3", 1, 3, true],
      ["m6", 0, 2, false],
      ["m8", 0, 2, false],
    ]);
    expect(tree.every(({ words }) => words !== "")).toBe(true);
  });

  it("are cut off where they would be no small tree any more", () => {
    const timeline = emptyTimeline();
    const message = { items: [], role: "user", author: { type: "person" }, origin: "person" } as const;
    for (let number = 0; number < 100; number += 1) {
      const added = { ...message, items: [], id: `m${number}`, parent: null };
      const event = { type: "messageAdded", message: added, turn: null } as const;
      applyEntry(timeline, { seq: number + 1, at: 0, event });
    }
    expect(forkBranches(timeline, timeline.messages.following, null)).toHaveLength(40);
  });
});

describe("the newest end of a branch", () => {
  it.each([
    ["m1", "m5"],
    ["m2", "m2"],
    ["m6", "m7"],
    [null, "m9"],
  ])("below %j is %s", (from, expected) => {
    expect(newestLeaf(branches(), from)).toBe(expected);
  });

  it("is nothing where nothing was said", () => {
    expect(newestLeaf(emptyTimeline(), null)).toBeNull();
  });
});

describe("going back", () => {
  it("shows the call as that version has it, and its result only where it was said", () => {
    const timeline = branches();
    const call = timeline.calls.of(callKey("t1#1", "call_2fYz"));
    expect(call?.call?.arguments.raw).toContain("Bergen");
    goTo(timeline, "m2");
    expect(call?.call?.arguments.raw).toContain("Oslo");
    expect(call?.original).toBeNull();
    expect(call?.result).toBeNull();
    expect(call?.ended).toBeNull();
    goTo(timeline, "m5");
    expect(call?.call?.arguments.raw).toContain("Bergen");
    expect(call?.original?.arguments.raw).toContain("Oslo");
    expect(call?.result).not.toBeNull();
    expect(call?.ended).not.toBeNull();
  });

  it("does not end a turn in the middle of it", () => {
    const timeline = branches();
    goTo(timeline, "m3");
    expect(rowsOf(timeline).map(({ type }) => type)).not.toContain("ending");
  });
});

describe("findings", () => {
  it("stand below what they are about, and results without a call are shown", () => {
    const timeline = emptyTimeline();
    for (const entry of brokenDemo().entries) applyEntry(timeline, entry);
    const rows = rowsOf(timeline, brokenFindings());
    const types = rows.map((row) => (row.type === "finding" ? row.finding.kind : row.type));
    expect(types).toEqual([
      "system",
      "person",
      "author",
      "call",
      "call",
      "unansweredCall",
      "result",
      "orphanResult",
      "functionMismatch",
      "text",
      "person",
      "person",
      "consecutiveRoles",
      "ask",
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});
