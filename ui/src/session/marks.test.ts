import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Recording, ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { branchesOf, marksOf, pinnedIn, shownName } from "$timeline/marks";
import { emptyTimeline } from "$timeline/model";
import { rowsOf } from "$session/rows";
import type { SessionState } from "$session/session.svelte";
import { applyEntry } from "$timeline/timeline";
import recorded from "../../../tests/fixtures/events/marked.json";
import { exchangeDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { branchesDemo } from "$gallery/fixtures/histories";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(): Promise<{ session: SessionState; app: AppState; host: ScriptedHost }> {
  const recording = branchesDemo();
  const script = { overview: demoOverview(), exchange: exchangeDemo(), pace: 0 };
  const host = new ScriptedHost({ ...script, recording, shown: recording.entries.length });
  const app = new AppState(host);
  await app.load();
  await vi.runAllTimersAsync();
  if (app.session === null) throw new Error("no session is open");
  return { session: app.session, app, host };
}

describe("what the application recorded", () => {
  it("leaves the last name, the note that was not deleted, and the pin that was not taken off", () => {
    const timeline = emptyTimeline();
    for (const entry of (recorded as unknown as Recording).entries) applyEntry(timeline, entry);
    const [first = ""] = timeline.messages.ids;
    const last = timeline.head ?? "";
    expect(marksOf(timeline, first)).toEqual({
      name: "First try",
      note: "Asks for two things at once.",
      isPinned: false,
    });
    expect(marksOf(timeline, last)).toEqual({ name: null, note: null, isPinned: true });
    expect(pinnedIn(timeline)).toEqual([last]);
    expect(shownName(timeline)).toBe("First try");
    const notes = rowsOf(timeline).flatMap((row) => (row.type === "note" ? [row.text] : []));
    expect(notes).toEqual(["Asks for two things at once."]);
  });
});

describe("branches", () => {
  it("are the ways through what was said, the newest first, each told by where it departs", async () => {
    const { session } = await open();
    await session.marks.nameBranch("m6", " Only Boston ");
    expect(branchesOf(session.timeline)).toEqual([
      { leaf: "m9", name: null, says: "Should I take an umbrella to Oslo?", isShown: false },
      { leaf: "m7", name: "Only Boston", says: "What is the weather in Boston?", isShown: false },
      { leaf: "m5", name: null, says: "2 calls", isShown: true },
      { leaf: "m2", name: null, says: "2 calls", isShown: false },
    ]);
  });
});

describe("a mark", () => {
  it("can be taken back", async () => {
    const { session, app } = await open();
    await session.marks.writeNote("m1", "Asks too much.");
    expect(marksOf(session.timeline, "m1").note).toBe("Asks too much.");
    await app.undo();
    expect(marksOf(session.timeline, "m1").note).toBeNull();
    await session.marks.pin("m1");
    await app.undo();
    expect(session.marks.pinned).toEqual([]);
  });

  it("is not written again where nothing changed", async () => {
    const { session, host } = await open();
    session.marks.beginNote("m1");
    await session.marks.writeNote("m1", "  ");
    await session.marks.nameBranch("m1", null);
    expect(session.marks.writing).toBeNull();
    expect(host.asked.filter(({ command }) => /remark|name/.test(command))).toEqual([]);
  });
});

describe("a name that is written", () => {
  it("is there until it is kept, whether its row is or not", async () => {
    const { session } = await open();
    session.marks.beginName("m6");
    session.marks.namingOf("m6")?.onDraft("Only Bos");
    expect(session.marks.namingOf("m1")).toBeNull();
    session.marks.beginName("m6");
    expect(session.marks.namingOf("m6")?.draft).toBe("Only Bos");
    session.marks.namingOf("m6")?.onDraft("Only Boston");
    session.marks.namingOf("m6")?.onKeep();
    await vi.runAllTimersAsync();
    expect(marksOf(session.timeline, "m6").name).toBe("Only Boston");
    expect(session.marks.namingOf("m6")).toBeNull();
  });

  it("is gone once it is called off, and a note that is written beside it is not", async () => {
    const { session, host } = await open();
    session.marks.beginNote("m1");
    session.marks.writeDraft("Asks too");
    session.marks.beginName("m1");
    session.marks.namingOf("m1")?.onDraft("Nothing");
    session.marks.namingOf("m1")?.onCancel();
    expect(session.marks.namingOf("m1")).toBeNull();
    session.marks.beginName("m1");
    expect(session.marks.namingOf("m1")?.draft).toBe("");
    session.marks.namingOf("m1")?.onKeep();
    await vi.runAllTimersAsync();
    expect([session.marks.writing, session.marks.draft]).toEqual(["m1", "Asks too"]);
    expect(host.asked.filter(({ command }) => /remark|name/.test(command))).toEqual([]);
  });

  it("is kept where another branch is named meanwhile", async () => {
    const { session } = await open();
    session.marks.beginName("m6");
    session.marks.namingOf("m6")?.onDraft("Only Boston");
    session.marks.beginName("m1");
    await vi.runAllTimersAsync();
    expect(marksOf(session.timeline, "m6").name).toBe("Only Boston");
    expect(session.marks.namingOf("m1")?.draft).toBe("");
  });
});

describe("seeking a message", () => {
  it("shows the branch it is on", async () => {
    const { session } = await open();
    expect(await session.seek("m6")).toBe(true);
    expect([session.timeline.head, session.marks.sought]).toEqual(["m7", "m6"]);
  });

  it("moves nothing where the message is shown already", async () => {
    const { session, host } = await open();
    await session.seek("m1");
    expect(host.asked.some(({ command }) => command === "head_move")).toBe(false);
  });

  it("says so where there is no such message", async () => {
    const { session } = await open();
    expect(await session.seek("m99")).toBe(false);
  });
});
