import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { LogEntry, Note } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import type { InspectorTab } from "$session/selected.svelte";
import { SessionState } from "$session/session.svelte";
import InspectorView from "$inspector/InspectorView.svelte";
import { BEGAN_AT, exchangeDemo, FUNCTION_SETTINGS, PLAN, selectionDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { Recorder } from "$gallery/fixtures/recorder";
import { unseenWindow, within } from "$gallery/within";
import { roundBegan } from "$gallery/fixtures/records";
import type { WindowState } from "$window/context";

beforeEach(() => {
  vi.useFakeTimers({ now: BEGAN_AT });
  return () => vi.useRealTimers();
});

/** So many turns that are over, and one that streams. */
function streaming(turns: number): Recorder {
  const log = new Recorder("Long", PLAN, BEGAN_AT);
  for (let turn = 1; turn <= turns; turn += 1) {
    ask(log, `t${turn}`).stream(0, "textDelta", "An answer in a few pieces.");
    log.turn({ type: "responseReceived", usage: null });
    log.say("assistant", [{ type: "text", text: "An answer in a few pieces." }]);
    log.turn({ type: "ended", outcome: { type: "answered" } });
  }
  return ask(log, "last");
}

function ask(log: Recorder, turn: string): Recorder {
  log.begin(turn, "A question?").turn(roundBegan(1));
  log.turn({ type: "requestSent", exchange: `e-${turn}`, offered: [] });
  return log.turn({ type: "itemStarted", index: 0, kind: { type: "text" } });
}

let looks = 0;

/** The same entries, each look at which is counted. */
function counted(entries: LogEntry<Note>[]): LogEntry<Note>[] {
  const get = (entry: LogEntry<Note>, name: string | symbol): unknown => {
    looks += 1;
    return Reflect.get(entry, name);
  };
  return entries.map((entry) => new Proxy(entry, { get }));
}

/** Shows a tab on what was recorded. What is recorded from then on comes with what is given back. */
function show(tab: InspectorTab, log: Recorder): { goOn: () => void; close: () => void; state: WindowState } {
  const recording = { title: "Long", entries: [] };
  const script = { overview: demoOverview(), exchange: exchangeDemo(), pace: 0, recording, shown: 0 };
  const host = new ScriptedHost(script);
  const state = unseenWindow(host);
  state.selected.show(tab);
  const session = new SessionState("s1", host, () => undefined);
  session.follow();
  let told = 0;
  const goOn = (): void => {
    host.deliver({ type: "entries", entries: counted(log.entries.slice(told)) });
    told = log.entries.length;
    flushSync();
  };
  goOn();
  const props = { session, overview: demoOverview() };
  const { unmount } = render(within(state, InspectorView), { props, context: new Map() });
  return { goOn, close: unmount, state };
}

/** How often any entry is looked at for one more piece of an answer. */
function looksForOneMore(tab: InspectorTab, turns: number): number {
  const log = streaming(turns);
  const { goOn, close } = show(tab, log);
  log.wait(24).turn({ type: "textDelta", index: 0, text: "One " });
  goOn();
  looks = 0;
  log.wait(24).turn({ type: "textDelta", index: 0, text: "more." });
  goOn();
  close();
  return looks;
}

it.each(["events", "timing"] as const)("one more piece costs %s the same in any session", (tab) => {
  const inShort = looksForOneMore(tab, 2);
  expect(inShort).toBeLessThan(20);
  expect(looksForOneMore(tab, 400)).toBe(inShort);
});

/** Says of all that is watched that it is this large, so that a list shows its first rows. */
class LargeEnough implements ResizeObserver {
  readonly #tell: (target: Element) => void;

  constructor(told: ResizeObserverCallback) {
    const contentRect = new DOMRect(0, 0, 400, 800);
    this.#tell = (target) => told([{ target, contentRect } as unknown as ResizeObserverEntry], this);
  }

  observe(target: Element): void {
    queueMicrotask(() => this.#tell(target));
  }

  unobserve(): void {
    // Nothing was kept.
  }

  disconnect(): void {
    // Nothing was kept.
  }
}

it("adds pieces to their line, and lines to the list", async () => {
  vi.stubGlobal("ResizeObserver", LargeEnough);
  const log = streaming(0);
  const { goOn } = show("events", log);
  await vi.runAllTimersAsync();
  const last = (): string[] => {
    const cells =
      screen.getAllByRole("button", { expanded: false, hidden: true }).at(-1)?.querySelectorAll("span") ?? [];
    return [...cells].map(({ textContent }) => textContent);
  };
  expect(last()[2]).toBe("itemStarted");
  for (const text of ["One ", "more."]) log.turn({ type: "textDelta", index: 0, text });
  goOn();
  expect(last()).toEqual(["8", "0.000", "textDelta", "2 pieces"]);
  const line = screen.getByText("2 pieces");
  log.turn({ type: "textDelta", index: 0, text: " And more." });
  goOn();
  expect(line.textContent).toBe("3 pieces");
  log.turn({ type: "responseReceived", usage: null });
  goOn();
  expect(last()[2]).toBe("responseReceived");
});

it("shows how long what lasts has taken, and when it began to be answered", () => {
  const log = streaming(1);
  const { goOn } = show("timing", log);
  vi.advanceTimersByTime(3_000);
  log.wait(2_000).turn({ type: "textDelta", index: 0, text: "Late." });
  goOn();
  const words = (): (string | null)[] =>
    screen.getAllByRole("button", { name: /^Request/ }).map((span) => span.getAttribute("aria-label"));
  expect(words()).toEqual(["Request 1 2.93 s so far, from 0.000 s, first answer after <1 ms"]);
  log.turn({ type: "responseReceived", usage: null }).turn({ type: "ended", outcome: { type: "answered" } });
  goOn();
  expect(words()).toEqual(["Request 1 2.00 s, from 0.000 s, first answer after <1 ms"]);
});

it("keeps the focus on a function of a ranking while another round begins", () => {
  const log = new Recorder("Long", PLAN, BEGAN_AT);
  log.begin("t1", "A question?").turn(roundBegan(1)).turn({ type: "selected", selection: selectionDemo() });
  const { goOn, state } = show("selection", log);
  state.selected.selectRound({ turn: "t1", number: 1 });
  state.selected.show("selection");
  const first = screen.getByRole("button", { name: /get_forecast/ });
  first.focus();
  log.turn(roundBegan(2));
  goOn();
  expect(document.activeElement).toBe(first);
});

it("shows a function that the session defines, with what can be done where nothing here can run it", () => {
  const name = { plugin: null, function: "book_hotel" };
  const parameters = { type: "object", properties: { hotel: { type: "string" } } };
  const booking = { name, description: "Books a hotel.", parameters, effect: "unknown" } as const;
  const log = new Recorder("Own", PLAN, BEGAN_AT);
  const settings = { ...FUNCTION_SETTINGS, defined: [booking] };
  log.add({ type: "noted", note: { type: "functions", settings } });
  const { state } = show("item", log);
  state.selected.select({ type: "function", name });
  flushSync();
  expect(screen.getByText("Books a hotel.")).not.toBeNull();
  expect(screen.getByRole("region", { name: "Who answers" })).not.toBeNull();
  expect(screen.getByText("Stop before it")).not.toBeNull();
  expect(screen.queryByText("Run it…")).toBeNull();
});
