import { beforeEach, describe, expect, it, vi } from "vitest";
import { AttachedPrograms } from "$attached/state/attached.svelte";
import { withStop } from "$breakpoints/breakpoints";
import type { AttachedNow, AttachedProgram, StopPlace } from "$contract";
import { PROGRAM_SETTINGS, SUPPORT_AGENT } from "$gallery/fixtures/attached";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A page that is seen or not. */
class Page {
  hidden = false;
  #look: () => void = () => undefined;

  addEventListener(_type: string, look: () => void): void {
    this.#look = look;
  }

  removeEventListener(): void {
    this.#look = () => undefined;
  }

  show(hidden: boolean): void {
    this.hidden = hidden;
    this.#look();
  }
}

function setUp(programs: AttachedProgram[]) {
  let now: AttachedNow = { version: 1, programs };
  const host = new ScriptedHost({
    overview: demoOverview(),
    recording: weatherDemo(),
    exchange: exchangeDemo(),
    attached: now,
    shown: 2,
    pace: 0,
  });
  const own = host.call.bind(host);
  const call = vi.spyOn(host, "call");
  const change = (next: AttachedNow): void => {
    now = next;
    call.mockImplementation((command, args) =>
      (command as string) === "attached_list"
        ? Promise.resolve(structuredClone(now) as never)
        : own(command, args),
    );
  };
  const asked = (command: string): number =>
    call.mock.calls.filter(([name]) => (name as string) === command).length;
  const argsOf = (command: string): unknown[] =>
    call.mock.calls.flatMap(([name, args]) => ((name as string) === command ? [args] : []));
  const page = new Page();
  const attached = new AttachedPrograms(new AppState(host));
  const follow = () => attached.follow(page as unknown as Document);
  return { attached, call, change, asked, argsOf, page, follow };
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

describe("attached programs", () => {
  it("are looked at once a second while there are some", async () => {
    const { asked, follow } = setUp([SUPPORT_AGENT]);
    const stop = follow();
    await pass(3100);
    expect(asked("attached_list")).toBe(4);
    stop();
    await pass(3000);
    expect(asked("attached_list")).toBe(4);
  });

  it("are looked at once where there are none, and again while a sheet is open", async () => {
    const { attached, asked, follow } = setUp([]);
    follow();
    await pass(3000);
    expect(asked("attached_list")).toBe(1);
    attached.openAttach();
    await pass(2000);
    expect(asked("attached_list")).toBe(4);
    attached.close();
    await pass(2000);
    expect(asked("attached_list")).toBe(4);
  });

  it("are not looked at while nobody sees the page, and at once when somebody does", async () => {
    const { asked, page, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    page.show(true);
    await pass(5000);
    expect(asked("attached_list")).toBe(1);
    page.show(false);
    expect(asked("attached_list")).toBe(2);
  });

  it("stay the same as long as their version does", async () => {
    const { attached, change, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    const { programs } = attached;
    await pass(2000);
    expect(attached.programs).toBe(programs);
    change({ version: 2, programs: [{ ...SUPPORT_AGENT, requests: 1 }] });
    await pass(1000);
    expect(attached.programs[0]?.requests).toBe(1);
  });

  it("make the list of sessions be read again where a conversation is new", async () => {
    const { asked, change, follow } = setUp([{ ...SUPPORT_AGENT, sessions: ["s1"] }]);
    follow();
    await pass(1000);
    expect(asked("overview")).toBe(0);
    change({ version: 2, programs: [{ ...SUPPORT_AGENT, requests: 2, sessions: ["s1"] }] });
    await pass(1000);
    expect(asked("overview")).toBe(0);
    change({ version: 3, programs: [{ ...SUPPORT_AGENT, sessions: ["s9", "s1"] }] });
    await pass(3000);
    expect(asked("overview")).toBe(1);
  });

  it("make the list of sessions be read again where a conversation goes on, now and then", async () => {
    const { asked, change, follow } = setUp([{ ...SUPPORT_AGENT, sessions: ["s1"] }]);
    follow();
    await pass(0);
    for (const version of [2, 3, 4]) {
      change({ version, programs: [{ ...SUPPORT_AGENT, requests: version, sessions: ["s1"] }] });
      await pass(1000);
    }
    expect(asked("overview")).toBe(0);
    await pass(7000);
    expect(asked("overview")).toBe(1);
    await pass(20_000);
    expect(asked("overview")).toBe(1);
  });

  it("go on being looked at after a look that failed", async () => {
    const { attached, call, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    call.mockRejectedValueOnce(new Error("away"));
    await pass(2000);
    expect(attached.programs).toHaveLength(1);
    expect(attached.error).toBeNull();
  });

  it("are not set back by a look that was begun before a change", async () => {
    const { attached, call, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    let answer: (late: never) => void = () => undefined;
    call.mockReturnValueOnce(new Promise<never>((resolve) => (answer = resolve)));
    await pass(1000);
    await attached.attach("Second", {});
    expect(attached.programs).toHaveLength(2);
    answer({ version: 1, programs: [SUPPORT_AGENT] } as never);
    await pass(0);
    expect(attached.programs).toHaveLength(2);
  });

  it("know which of them holds a request of a session", async () => {
    const request = { session: "s1", turn: "t1", since: 0, until: 9000, streams: true };
    const { attached, follow } = setUp([{ ...SUPPORT_AGENT, sessions: ["s1"], held: [request] }]);
    follow();
    await pass(0);
    expect(attached.holdOf("s1")?.request).toEqual(request);
    expect(attached.holdOf("s2")).toBeNull();
    expect(attached.programWith("s1")?.id).toBe("p1");
  });
});

describe("a program", () => {
  it("is led to its first steps once it is attached", async () => {
    const { attached, argsOf } = setUp([]);
    attached.openAttach();
    await attached.attach("My agent", { openai: "https://models.example/v1" });
    expect(argsOf("program_attach")).toEqual([
      { title: "My agent", upstreams: { openai: "https://models.example/v1" } },
    ]);
    expect(attached.sheet).toEqual({ type: "connect", program: "p1" });
    expect(attached.opened?.title).toBe("My agent");
  });

  it("is answered by any session that there is when its settings are opened", async () => {
    const { attached, asked, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    expect(asked("overview")).toBe(0);
    attached.openSettings(SUPPORT_AGENT);
    expect(asked("overview")).toBe(1);
  });

  it("keeps its settings as a person changes them, whatever is told meanwhile", async () => {
    const { attached, change, argsOf, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    attached.openSettings(SUPPORT_AGENT);
    attached.draft?.name("Renamed");
    attached.draft?.chooseOnTimeout("fail");
    change({ version: 2, programs: [{ ...SUPPORT_AGENT, requests: 7 }] });
    await pass(1000);
    await attached.save();
    expect(argsOf("program_change")).toEqual([
      { program: "p1", title: "Renamed", settings: { ...PROGRAM_SETTINGS, onTimeout: "fail" } },
    ]);
    expect(attached.sheet).toBeNull();
  });

  it("stops at every place that is switched on, however fast one follows the other", async () => {
    const { attached, asked, argsOf, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    const places = (): string[] => attached.programs[0]?.settings.breakpoints.map(({ place }) => place) ?? [];
    const before = places();
    const on = (place: StopPlace): Promise<void> => {
      const [program] = attached.programs;
      if (program === undefined) throw new Error("no program is attached");
      return attached.setBreakpoints(program, withStop(program.settings.breakpoints, place, true));
    };
    const wanted = [...before, "afterResponse", "onError"];
    void on("afterResponse");
    const done = on("onError");
    expect(places()).toEqual(wanted);
    await done;
    await pass(1000);
    expect(places()).toEqual(wanted);
    expect(argsOf("program_change").at(-1)).toMatchObject({
      settings: { breakpoints: wanted.map((place) => ({ place })) },
    });
    expect(asked("program_change")).toBeLessThanOrEqual(2);
  });

  it("shows what holds again where a change of its places fails", async () => {
    const { attached, call, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    call.mockRejectedValueOnce(new Error("away"));
    await attached.setBreakpoints(SUPPORT_AGENT, []);
    expect(attached.programs[0]?.settings.breakpoints).toEqual(SUPPORT_AGENT.settings.breakpoints);
    expect(attached.error).not.toBeNull();
  });

  it("is not saved with an address that leads nowhere or without a name", async () => {
    const { attached, asked, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    attached.openSettings(SUPPORT_AGENT);
    attached.draft?.setUpstreams({ gemini: "models.example" });
    await attached.save();
    attached.draft?.setUpstreams({});
    attached.draft?.name("  ");
    await attached.save();
    expect(asked("program_change")).toBe(0);
  });

  it("is gone once it is detached, and so is its sheet", async () => {
    const { attached, argsOf, follow } = setUp([SUPPORT_AGENT]);
    follow();
    await pass(0);
    attached.openSettings(SUPPORT_AGENT);
    await attached.detach(SUPPORT_AGENT);
    expect(argsOf("program_detach")).toEqual([{ program: "p1" }]);
    expect([attached.programs, attached.sheet, attached.draft]).toEqual([[], null, null]);
  });
});
