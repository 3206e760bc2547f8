import { beforeEach, describe, expect, it, vi } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { foldOf, JumpState, messageOf, type Place, rowOf } from "$session/jump.svelte";
import { marksOf } from "$timeline/marks";
import type { SessionState } from "$session/session.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { branchesDemo } from "$gallery/fixtures/histories";

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

describe("a jump to another branch", () => {
  const sought = place("m6");

  async function jumpTo(sought: Place): Promise<{ jump: JumpState; session: SessionState }> {
    const session = await open();
    const jump = new JumpState();
    jump.to(sought);
    expect(await jump.uncover(sought, session)).toBe(true);
    return { jump, session };
  }

  it("shows that branch, and waits to be shown", async () => {
    const { jump, session } = await jumpTo(sought);
    expect(session.shown.head).toBe("m7");
    expect(jump.in("s1")).toBe(sought);
  });

  it.each([
    ["who looks back", ({ looking }: SessionState): unknown => looking.end()],
    ["who looks at a third branch", ({ looking }: SessionState): unknown => looking.at("m9")],
    ["who goes on elsewhere", ({ history }: SessionState): unknown => history.moveTo("m2")],
  ])("is called off by %s, and does not come later", async (_, leave) => {
    const { jump, session } = await jumpTo(sought);
    await leave(session);
    expect(jump.in("s1")).toBeNull();
    session.looking.at("m6");
    expect(rowOf(session.rows, session.shown, sought)).toBeGreaterThanOrEqual(0);
    expect(jump.in("s1")).toBeNull();
  });

  it("goes on while something is marked, and can be made once more after it was called off", async () => {
    const { jump, session } = await jumpTo(sought);
    await session.marks.pin("m6");
    expect(jump.in("s1")).toBe(sought);
    session.looking.end();
    const again = place("m6");
    jump.to(again);
    await jump.uncover(again, session);
    expect(jump.in("s1")).toBe(again);
  });

  it("leaves the branch alone once somebody looks for something else", async () => {
    const session = await open();
    const jump = new JumpState();
    jump.to(sought);
    const uncovered = jump.uncover(sought, session);
    jump.to(place("m1"));
    expect(await uncovered).toBe(true);
    expect(session.looking.timeline).toBeNull();
    expect(jump.in("s1")?.message).toBe("m1");
  });

  it("ends where the message is not there any more", async () => {
    const session = await open();
    const jump = new JumpState();
    const gone = place("nobody");
    jump.to(gone);
    expect(await jump.uncover(gone, session)).toBe(false);
    expect(jump.target).toBeNull();
  });
});

it("does not look again at a branch the session left and came back from", async () => {
  const session = await open();
  session.looking.at("m6");
  await session.history.moveTo("m2");
  await session.history.moveTo("m5");
  expect(session.looking.timeline).toBeNull();
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
