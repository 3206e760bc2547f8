import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hostError } from "$host/host";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { ReductionState } from "$reduction/reducing.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { runBy } from "$gallery/fixtures/attached";
import { brokenDemo } from "$gallery/fixtures/histories";
import { asWritten } from "$language/notices";

let host: ScriptedHost;
let app: AppState;
let reducing: ReductionState;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(recording = brokenDemo(), shown = recording.entries.length): Promise<void> {
  host = new ScriptedHost({ overview: demoOverview(), recording, exchange: exchangeDemo(), shown, pace: 0 });
  app = new AppState(host);
  reducing = new ReductionState(app);
  await app.load();
  await reducing.open("s1");
  await vi.runAllTimersAsync();
}

function asked(command: string): unknown[] {
  return host.asked.filter((call) => call.command === command).map(({ args }) => args);
}

describe("a history to be made shorter", () => {
  it("is offered at half its length", async () => {
    await open();
    expect(reducing.target).toBe(3);
    expect(reducing.preview?.before.messages).toBe(7);
    expect(reducing.preview?.gone).toBeGreaterThan(0);
    expect(reducing.obstacle).toBeNull();
  });

  it("is looked at once for several changes", async () => {
    await open();
    const before = asked("reduction_preview").length;
    reducing.aim({ target: 4 });
    reducing.aim({ target: 5 });
    reducing.choose("collapse");
    await vi.runAllTimersAsync();
    expect(asked("reduction_preview").slice(before)).toEqual([
      { session: "s1", reduction: { type: "collapse", keep: 1 } },
    ]);
  });

  it("becomes shorter as it was looked at, and going back undoes it", async () => {
    await open();
    await reducing.apply();
    const reduction = { type: "truncate", limits: { target: 3, threshold: 2 } };
    expect(asked("history_reduce")).toEqual([{ session: "s1", head: "m7", reduction }]);
    expect(reducing.session).toBeNull();
    await app.undo();
    expect(asked("head_move")).toEqual([{ session: "s1", head: "m7" }]);
  });

  it("stays as it is where it is short enough", async () => {
    await open();
    reducing.aim({ target: 50 });
    await vi.runAllTimersAsync();
    expect(reducing.obstacle).toBe("The history is short enough as it is.");
    await reducing.apply();
    expect(asked("history_reduce")).toEqual([]);
  });

  it("stays as it is while a turn is under way", async () => {
    await open(weatherDemo(), 34);
    reducing.aim({ target: 1, threshold: 0 });
    await vi.runAllTimersAsync();
    expect(reducing.obstacle).toMatch(/^Not while a turn is paused/);
  });

  it("stays as it is where a program runs the session, and no summary is asked for", async () => {
    await open(runBy("Support agent", brokenDemo()));
    reducing.choose("summarise");
    reducing.say("All is well.");
    await vi.runAllTimersAsync();
    expect(reducing.obstacle).toBe("This conversation is a program’s. Fork it to go on yourself.");
    await reducing.write();
    await reducing.apply();
    expect([asked("summary_write"), asked("history_reduce")]).toEqual([[], []]);
  });
});

describe("a summary", () => {
  async function summarise(): Promise<void> {
    await open();
    reducing.choose("summarise");
    await vi.runAllTimersAsync();
  }

  it("is asked for in the words of the person, and is there to be changed", async () => {
    await summarise();
    expect(reducing.obstacle).toBe("There is no summary yet.");
    expect(reducing.prompt).toContain("Summarise the conversation");
    reducing.ask("In one word.");
    await reducing.write();
    expect(asked("summary_write")).toMatchObject([{ session: "s1", prompt: "In one word." }]);
    expect(reducing.summary).toContain("Oslo is still open.");
    reducing.say("Cloudy.");
    await vi.runAllTimersAsync();
    await reducing.apply();
    expect(asked("history_reduce")).toMatchObject([{ reduction: { type: "summarise", summary: "Cloudy." } }]);
  });

  it("shows while it is written, and what was written stays when it is stopped", async () => {
    await summarise();
    const never = new Promise<never>(() => undefined);
    const call = vi.spyOn(host, "call").mockImplementationOnce(() => never);
    void reducing.write();
    host.deliver({ type: "summarising", text: "Boston is" });
    expect(reducing.isWriting).toBe(true);
    expect(reducing.summary).toBe("Boston is");
    expect(reducing.obstacle).toBe("The summary is being written.");
    call.mockRestore();
    await reducing.stop();
    expect(reducing.isWriting).toBe(false);
    expect(reducing.summary).toBe("Boston is");
    expect(asked("summary_stop")).toEqual([{ session: "s1" }]);
  });

  it("that fails is told, and nothing else has changed", async () => {
    await summarise();
    const failure = hostError("The model wrote nothing.", "The history is as it was.");
    vi.spyOn(host, "call").mockRejectedValueOnce(failure);
    await reducing.write();
    expect(reducing.error?.message).toEqual(asWritten("The model wrote nothing."));
    expect(reducing.summary).toBe("");
    expect(asked("history_reduce")).toEqual([]);
  });
});
