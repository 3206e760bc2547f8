import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { CutBy, TurnEvent } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { rowsOf } from "$session/rows";
import CutView from "$transcript/views/CutView.svelte";
import { BEGAN_AT, exchangeDemo, FORECAST, PLAN } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { Recorder } from "$gallery/fixtures/recorder";
import { unseenWindow, within } from "$gallery/within";
import { roundBegan } from "$gallery/fixtures/records";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function cutAnswer(by: CutBy, message: string | null): TurnEvent {
  const calls = [{ function: { type: "known", name: FORECAST } as const, raw: '{"city": "Os' }];
  return { type: "answerCut", by, message, calls, usage: null };
}

async function opened(write: (log: Recorder) => Recorder) {
  const log = new Recorder("A cut answer", PLAN, BEGAN_AT).begin("t1", "How warm is it?");
  log.turn(roundBegan(1)).turn({ type: "requestSent", exchange: "x1", offered: [] });
  const { entries } = write(log);
  const recording = { title: "A cut answer", entries };
  const script = {
    overview: demoOverview(),
    exchange: exchangeDemo(),
    pace: 0,
    recording,
    shown: entries.length,
  };
  const state = unseenWindow(new ScriptedHost(script));
  await state.app.load();
  await vi.runAllTimersAsync();
  const { session } = state.app;
  if (session === null) throw new Error("no session is open");
  const [row] = rowsOf(session.timeline).filter(({ type }) => type === "cut");
  if (row?.type !== "cut") throw new Error("no answer was cut");
  render(within(state, CutView), {
    props: { session, cut: row.cut, message: row.message },
    context: new Map(),
  });
  return session;
}

const stopped: TurnEvent = { type: "ended", outcome: { type: "stopped" } };

it("tells what cut an answer off and which call never ran, and leaves it out with one click", async () => {
  const session = await opened((log) =>
    log
      .turn(cutAnswer("person", "m2"))
      .say("assistant", [{ type: "text", text: "It is 12 " }])
      .turn(stopped),
  );
  expect(session.timeline.head).toBe("m2");
  const row = screen.getByRole("note", { name: "Cut off" });
  expect(row.textContent).toContain("You stopped the answer here.");
  expect(row.textContent).toContain('{"city": "Os');
  expect(row.textContent).toContain("This call was cut off and never ran.");
  await fireEvent.click(screen.getByRole("button", { name: "Leave it out" }));
  await vi.runAllTimersAsync();
  expect(session.timeline.head).toBe("m1");
});

it("tells of an answer that had said nothing yet", async () => {
  await opened((log) => log.turn(cutAnswer("connection", null)).turn(stopped));
  expect(screen.getByRole("note").textContent).toContain("The connection broke here, or the service failed.");
  expect(screen.queryByRole("button")).toBeNull();
});
