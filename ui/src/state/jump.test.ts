import { beforeEach, expect, it, vi } from "vitest";
import { ScriptedHost } from "$host/scripted";
import { AppState } from "$state/app.svelte";
import { foldOf, JumpState, messageOf, type Place, rowOf } from "$state/jump.svelte";
import { marksOf } from "$state/marks";
import type { SessionState } from "$state/session.svelte";
import { exchangeDemo, weatherDemo } from "../gallery/demo";
import { demoOverview } from "../gallery/demoHost";
import { branchesDemo } from "../gallery/histories";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function open(recording = branchesDemo()): Promise<SessionState> {
  const shown = recording.entries.length;
  const script = { overview: demoOverview(), exchange: exchangeDemo(), pace: 0, recording, shown };
  const app = new AppState(new ScriptedHost(script));
  await app.load();
  await vi.runAllTimersAsync();
  if (app.session === null) throw new Error("no session is open");
  return app.session;
}

function place(message: string, more: Partial<Place> = {}): Place {
  return { session: "s1", kind: "person", message, item: 0, answer: null, call: null, ...more };
}

it("finds the row of a message, of an item and of a call", async () => {
  const session = await open(weatherDemo());
  const { rows, timeline } = session;
  for (const row of rows) {
    if (row.type !== "person" && row.type !== "call") continue;
    const call = row.type === "call" ? timeline.calls.of(row.call) : undefined;
    const path = timeline.messages.all;
    const said =
      row.type === "person"
        ? row.node
        : path.findLast(
            ({ scope, message }) =>
              scope === call?.scope && message.items.some((item) => item.type === "functionCall"),
          );
    if (said === undefined) throw new Error("nobody said it");
    const at = rowOf(rows, timeline, place(said.message.id, { call: call?.id ?? null }));
    expect(rows[at]?.key).toBe(row.key);
    expect(foldOf(row)).toBe(row.type === "call" ? row.call : null);
  }
  expect(rowOf(rows, timeline, place("nobody"))).toBe(-1);
});

it("looks at a message of another branch without moving the head", async () => {
  const session = await open();
  expect(session.timeline.head).toBe("m5");
  expect(rowOf(session.rows, session.shown, place("m6"))).toBe(-1);
  expect(session.looking.at("m6")).toBe(true);
  expect(session.shown.head).toBe("m7");
  expect(session.timeline.head).toBe("m5");
  expect(rowOf(session.rows, session.shown, place("m6"))).toBeGreaterThanOrEqual(0);
});

it("looks back where a message is on the branch that goes on", async () => {
  const session = await open();
  session.looking.at("m6");
  expect(session.looking.at("m5")).toBe(true);
  expect(session.looking.timeline).toBeNull();
  expect(session.looking.at("nobody")).toBe(false);
});

it("stops looking when the session goes on", async () => {
  const session = await open();
  session.looking.at("m6");
  await session.history.moveTo("m7");
  expect(session.looking.timeline).toBeNull();
  expect(session.timeline.head).toBe("m7");
});

it("goes on looking while something is marked, and shows the mark", async () => {
  const session = await open();
  session.looking.at("m6");
  await session.marks.pin("m6");
  await vi.runAllTimersAsync();
  expect(session.shown.head).toBe("m7");
  expect(marksOf(session.shown, "m6").isPinned).toBe(true);
});

it("goes to the result of a call, and nowhere for a title", () => {
  const jump = new JumpState();
  jump.to(place("m1"));
  expect(jump.in("s2")).toBeNull();
  expect(jump.in("s1")?.message).toBe("m1");
  jump.to({ ...place("m1"), message: null });
  expect(jump.target).toBeNull();
  expect(messageOf(place("m1", { answer: "m2" }))).toBe("m2");
});
