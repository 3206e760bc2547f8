import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { LogEntry, Note, SessionEvent, TurnPlan } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { boundDraft, heldDemo } from "$gallery/fixtures/bound";
import { exchangeDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { REQUESTS } from "$gallery/fixtures/requests";
import { unseenWindow, within } from "$gallery/within";
import StopView from "$stops/views/StopView.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function stoodAt(place: "beforeCall" | "afterCall") {
  const recording = heldDemo(0, place);
  const shown = recording.entries.length;
  const requests = { ...REQUESTS, drafted: boundDraft(1), unchanged: boundDraft(0) };
  const overview = demoOverview();
  const host = new ScriptedHost({ overview, recording, exchange: exchangeDemo(), requests, shown, pace: 0 });
  const state = unseenWindow(host);
  await state.app.load();
  const { session } = state.app;
  const [call] = session?.timeline.calls.all ?? [];
  const edit = session?.edit ?? null;
  if (session === null || call === undefined || edit?.own == null)
    throw new Error("the demo stands at a call");
  render(within(state, StopView), { props: { session, overview, edit, call }, context: new Map() });
  return { host, session, own: edit.own };
}

/** The application keeps what was configured, and tells the turn of it. */
function tellPlan(host: ScriptedHost, seq: number, plan: TurnPlan): void {
  const notes: Note[] = [
    { type: "configured", plan },
    { type: "turn", turn: "t1", event: { type: "settingsChanged", settings: plan.settings } },
  ];
  const entries = notes.map((note, at): LogEntry<Note> => {
    const event: SessionEvent<Note> = { type: "noted", note };
    return { seq: seq + at + 1, at: 0, event };
  });
  host.deliver({ type: "entries", entries });
}

it("tells what other arguments make void, and what becomes of it is chosen for the session", async () => {
  const { host, session, own } = await stoodAt("beforeCall");
  await vi.runAllTimersAsync();
  expect(screen.queryByText("1 thought becomes void")).toBeNull();
  own.arguments.write('{ "city": "Oslo" }');
  await vi.runAllTimersAsync();
  expect(screen.getByText("1 thought becomes void")).not.toBeNull();

  await fireEvent.click(screen.getByText("Leave them out"));
  const { plan } = session;
  expect(plan?.settings.onVoid).toBe("leaveOut");
  expect(host.asked).toContainEqual({ command: "session_configure", args: { session: "s1", plan } });

  if (plan !== null) tellPlan(host, session.timeline.seq, plan);
  await vi.runAllTimersAsync();
  expect(screen.getByText("Leave them out").getAttribute("aria-pressed")).toBe("true");
  expect(own.arguments.text).toBe('{ "city": "Oslo" }');
});

it("offers the same for a result that a person writes", async () => {
  const { session, own } = await stoodAt("afterCall");
  own.result.write('{ "sky": "sunny" }');
  await vi.runAllTimersAsync();
  await fireEvent.click(screen.getByText("Leave all out"));
  expect(session.plan?.settings.onVoid).toBe("leaveOutAll");
});
