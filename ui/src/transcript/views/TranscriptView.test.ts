import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import type { Place } from "$session/jump.svelte";
import TranscriptView from "$transcript/views/TranscriptView.svelte";
import { exchangeDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { branchesDemo } from "$gallery/fixtures/histories";
import { unseenWindow, within } from "$gallery/within";

beforeEach(() => {
  vi.useFakeTimers();
  // Nothing is laid out here, and so nothing scrolls.
  HTMLElement.prototype.scrollTo = () => undefined;
  return () => vi.useRealTimers();
});

const PLACE: Place = { session: "s1", kind: "person", message: "m6", item: 0, answer: null, call: null };

async function show() {
  const recording = branchesDemo();
  const shown = recording.entries.length;
  const script = { overview: demoOverview(), exchange: exchangeDemo(), pace: 0, recording, shown };
  const host = new ScriptedHost(script);
  const state = unseenWindow(host);
  await state.app.load();
  await vi.runAllTimersAsync();
  const { session } = state.app;
  if (session === null) throw new Error("no session is open");
  const props = { session, overview: demoOverview() };
  render(within(state, TranscriptView), { props, context: new Map() });
  return { session, jump: state.jump, host };
}

/** Lets the page take in what was asked for, without drawing a frame. */
async function settle(): Promise<void> {
  for (let step = 0; step < 5; step += 1) await tick();
}

it("comes to a message of another branch with the next frames", async () => {
  const { session, jump } = await show();
  jump.to(PLACE);
  await settle();
  expect(session.shown.head).toBe("m7");
  expect(jump.target).toEqual(PLACE);
  await vi.runAllTimersAsync();
  expect(jump.target).toBeNull();
});

it("does not come to it later where one looked back before", async () => {
  const { session, jump } = await show();
  jump.to(PLACE);
  await settle();
  session.looking.end();
  await vi.runAllTimersAsync();
  expect(session.shown.head).toBe("m5");
  expect(jump.target).toBeNull();
});

it("does not wait for a message that has no row", async () => {
  const { session, jump, host } = await show();
  const message = {
    id: "silent",
    parent: session.timeline.head,
    role: "assistant" as const,
    items: [{ type: "text" as const, text: " " }],
    author: { type: "model" as const, model: "scripted" },
    origin: "model" as const,
  };
  const event = { type: "messageAdded" as const, message, turn: null };
  host.deliver({ type: "entries", entries: [{ seq: session.timeline.seq + 1, at: 0, event }] });
  jump.to({ ...PLACE, message: "silent" });
  await settle();
  expect(session.shown.head).toBe("silent");
  expect(jump.target).toBeNull();
});
