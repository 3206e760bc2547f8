import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import type { SessionState } from "$session/session.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { branchesDemo, brokenDemo, brokenFindings } from "$gallery/fixtures/histories";

let host: ScriptedHost;
let app: AppState;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(recording = brokenDemo(), shown = recording.entries.length): Promise<SessionState> {
  const script = { overview: demoOverview(), exchange: exchangeDemo(), findings: brokenFindings(), pace: 0 };
  host = new ScriptedHost({ ...script, recording, shown });
  app = new AppState(host);
  await app.load();
  await vi.runAllTimersAsync();
  if (app.session === null) throw new Error("no session is open");
  return app.session;
}

function asked(command: string): unknown[] {
  return host.asked.filter((call) => call.command === command).map(({ args }) => args);
}

describe("a history that stands still", () => {
  it("is checked once", async () => {
    const { history } = await open();
    expect(asked("history_check")).toHaveLength(1);
    expect(history.isBroken).toBe(true);
    expect(history.repairable).toHaveLength(3);
  });

  it("is not checked while a turn is open", async () => {
    const session = await open(weatherDemo(), 34);
    expect(session.phase).toBe("paused");
    expect(asked("history_check")).toEqual([]);
  });

  it("is checked anew after it was repaired", async () => {
    const { history } = await open();
    await history.repair(null);
    await vi.runAllTimersAsync();
    expect(asked("history_check")).toHaveLength(2);
    expect(history.isBroken).toBe(false);
  });
});

describe("a move", () => {
  it("goes to the newest end of the version and can be taken back", async () => {
    const session = await open(branchesDemo());
    await session.history.showVersion("m6");
    expect(session.timeline.head).toBe("m7");
    expect(app.told?.message).toBe("Moved.");
    await app.undo();
    expect(session.timeline.head).toBe("m5");
    expect(app.told).toBeNull();
  });

  it("to where one is already does nothing", async () => {
    const session = await open(branchesDemo());
    await session.history.moveTo("m5");
    expect(asked("head_move")).toEqual([]);
  });
});

describe("a repair", () => {
  it("tells what was done, and going back undoes it", async () => {
    const { history } = await open();
    await history.repair(brokenFindings()[0] ?? null);
    expect(app.told?.message).toBe("Answer that it did not run");
    await app.undo();
    expect(asked("head_move")).toEqual([{ session: "s1", head: "m7" }]);
  });
});

describe("the bin", () => {
  it("takes a session, opens the next one, and gives it back", async () => {
    await open();
    const first = app.session?.id ?? "";
    await app.discard(first);
    expect(app.session?.id).not.toBe(first);
    expect(app.overview?.discarded.map(({ id }) => id)).toContain(first);
    await app.undo();
    expect(app.sessions.map(({ id }) => id)).toContain(first);
  });

  it("lets go for good", async () => {
    await open();
    await app.erase("s4");
    expect(app.overview?.discarded).toEqual([]);
  });
});
