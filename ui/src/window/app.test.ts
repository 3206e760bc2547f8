import { describe, expect, it, vi } from "vitest";
import type { CommandError, ErrorCode, Overview, SessionSummary } from "$contract";
import { pageError } from "$language/notices";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { reopenWith, takeReopened } from "$window/reopening";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoHost, demoOverview } from "$gallery/fixtures/demoHost";
import { lanesHost } from "$gallery/fixtures/lanes";
import { told } from "$language/told";
import { forkSession } from "$branches/fork";

function appWith(overview = demoOverview()): AppState {
  const script = { overview, recording: weatherDemo(), exchange: exchangeDemo(), shown: 34, pace: 0 };
  return new AppState(new ScriptedHost(script));
}

function error(code: ErrorCode): CommandError {
  return { ...pageError("It did not work.", null), code };
}

describe("the window", () => {
  it("opens the session that changed last", async () => {
    const app = appWith();
    await app.load();
    expect(app.session?.id).toBe("s1");
    expect(app.phaseOf("s1")).toBe("paused");
  });

  it("opens the session it is told to reopen, once", async () => {
    reopenWith("s2", sessionStorage);
    const app = appWith();
    await app.load(takeReopened(sessionStorage));
    expect(app.session?.id).toBe("s2");
    expect(takeReopened(sessionStorage)).toBeNull();

    const other = appWith();
    await other.load("erased");
    expect(other.session?.id).toBe("s1");
  });

  it("opens nothing where there is no session", async () => {
    const app = appWith({ ...demoOverview(), sessions: [] });
    await app.load();
    expect(app.session).toBeNull();
    expect(app.problem).toBeNull();
  });

  it("says why there is nothing to show", async () => {
    const app = new AppState(demoHost("problem"));
    await app.load();
    expect(app.problem?.code).toBe("storeUnavailable");
  });

  it("begins, forks and discards one session where it is pressed twice", async () => {
    const host = demoHost("done");
    const asked = vi.spyOn(host, "call");
    const app = new AppState(host);
    await app.load();
    const press = [() => app.create(null), () => forkSession(app, "s1", {}), () => app.discard("s2")];
    for (const once of press) await Promise.all([once(), once()]);
    const sent = asked.mock.calls.map(([command]) => command);
    const changes = ["session_create", "session_fork", "session_discard"];
    expect(sent.filter((command) => changes.includes(command))).toEqual(changes);
  });

  it("keeps a session it left as it was, with what was being written", async () => {
    const app = appWith();
    await app.load();
    const left = app.session;
    left?.edit?.current?.arguments.write("{half");
    app.open("s2");
    expect(app.phaseOf("s1")).toBe("paused");
    app.open("s1");
    expect(app.session?.edit?.current?.arguments.text).toBe("{half");
  });
});

describe("an error", () => {
  it("is a note to read where nothing else can be done", () => {
    const app = appWith();
    app.report(pageError("It did not work.", "Try again."));
    expect(app.notices.map((notice) => told(notice.error.message))).toEqual(["It did not work."]);
    app.dismiss(app.notices[0]?.id ?? 0);
    expect(app.notices).toEqual([]);
  });

  it("is no news where the turn had gone on already", () => {
    const app = appWith();
    app.report(error("notWaiting"));
    expect(app.notices).toEqual([]);
  });

  it("takes the whole page where the store is out of reach", () => {
    const app = appWith();
    app.report(error("storeUnavailable"));
    expect(app.problem?.code).toBe("storeUnavailable");
  });
});

describe("functions that change while the window is open", () => {
  it("are read anew, once for each change", async () => {
    const overview = demoOverview();
    const script = { overview, recording: weatherDemo(), exchange: exchangeDemo(), shown: 34, pace: 0 };
    const host = new ScriptedHost(script);
    const app = new AppState(host);
    await app.load();
    const asked: string[] = [];
    const call = host.call.bind(host);
    host.call = (command, args) => {
      asked.push(command);
      return call(command, args);
    };
    host.deliver({ type: "functionsChanged", version: overview.functionsVersion });
    expect(asked).toEqual([]);
    host.deliver({ type: "functionsChanged", version: overview.functionsVersion + 1 });
    host.deliver({ type: "functionsChanged", version: overview.functionsVersion + 1 });
    await vi.waitFor(() => expect(asked).toEqual(["overview"]));
  });
});

describe("a session that comes in while the list is read", () => {
  it("is in the list after it", async () => {
    const host = demoHost("done");
    const app = new AppState(host);
    await app.load();
    const call = host.call.bind(host);
    let reads = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    host.call = async (command, args) => {
      const reply = await call(command, args);
      if (command !== "overview") return reply;
      reads += 1;
      await released;
      return reply;
    };
    const restored = app.restore("none");
    await vi.waitFor(() => expect(reads).toBe(1));
    const { session } = await app.host.call("session_import", { text: "[]", format: null, title: null });
    app.enlist(session);
    release();
    await restored;
    expect(app.sessions.map(({ id }) => id)).toContain(session.id);
  });

  it("is in the list also where that is read for the first time", async () => {
    const host = demoHost("done");
    const app = new AppState(host);
    const loaded = app.load();
    const { session } = await host.call("session_import", { text: "[]", format: null, title: null });
    app.enlist(session);
    await loaded;
    expect(app.sessions.map(({ id }) => id)).toContain(session.id);
  });
});

describe("the lanes of a comparison", () => {
  const lanesOf = (...sessions: string[]) => ({
    ...{ id: "c", title: "Umbrella", created: 1, changed: 2, tags: [] },
    lanes: sessions.map((session) => ({ session, name: session, isForked: session !== "s1" })),
  });

  it("are among the sessions from when they come until they go", async () => {
    const host = demoHost("done");
    const call = host.call.bind(host);
    const made: SessionSummary[] = [];
    host.call = async (command, args) => {
      const reply = await call(command, args);
      if (command !== "overview") return reply;
      const overview = reply as Overview;
      return { ...overview, sessions: [...overview.sessions, ...made] } as typeof reply;
    };
    const app = new AppState(host);
    await app.load();
    const known = (): string[] => app.sessions.map(({ id }) => id);
    made.push({ id: "s9", title: "Umbrella", created: 1, changed: 2, models: [], tags: [] });
    app.openLanes(lanesOf("s1", "s9"), "s9");
    await vi.waitFor(() => expect(known()).toContain("s9"));
    made.pop();
    app.takeComparison(lanesOf("s1"));
    await vi.waitFor(() => expect(known()).not.toContain("s9"));
  });
});

describe("what was done", () => {
  it("is taken back step by step, also once nothing tells of it any more", async () => {
    const app = appWith();
    const undone: string[] = [];
    const done = (name: string) => ({ message: name, undo: () => Promise.resolve(undone.push(name) > 0) });
    app.tell(done("first"), null);
    app.tell(done("second"), null);
    app.forget(app.told?.id ?? 0);
    await app.undo();
    await app.undo();
    expect(undone).toEqual(["second", "first"]);
    expect(app.canUndo).toBe(false);
  });

  it("shows for itself where it is quiet, and is taken back all the same", async () => {
    const app = appWith();
    const undone: string[] = [];
    const done = (name: string) => ({ message: name, undo: () => Promise.resolve(undone.push(name) > 0) });
    app.tell(done("told"), null);
    app.tell({ ...done("quiet"), isQuiet: true }, null);
    expect(app.told).toBeNull();
    await app.undo();
    await app.undo();
    expect(undone).toEqual(["quiet", "told"]);
  });

  it("in a comparison is taken back as long as that is open", async () => {
    const app = new AppState(lanesHost(demoOverview()));
    app.tell({ message: "", undo: () => Promise.resolve(true) }, "c1");
    expect(app.canUndo).toBe(false);
    await app.load();
    expect(app.lanes?.id).toBe("c1");
    expect(app.canUndo).toBe(true);
  });

  it("begins with the first change of how functions are used", async () => {
    const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
    const host = new ScriptedHost({ ...script, shown: 34, pace: 0 });
    const app = new AppState(host);
    await app.load();
    const usual = demoOverview().functionSettings;
    await app.session?.functions.configure(usual, { ...usual, isRecording: true });
    await app.undo();
    const asked = host.asked.filter(({ command }) => command === "functions_configure");
    expect(asked.at(-1)?.args).toEqual({ session: "s1", settings: usual });
    expect(asked).toHaveLength(2);
  });

  it("in another session is left alone", () => {
    const app = appWith();
    app.tell({ message: "", undo: () => Promise.resolve(true) }, "s2");
    expect(app.canUndo).toBe(false);
  });
});
