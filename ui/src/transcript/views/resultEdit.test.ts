import { expect, it } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { SessionState } from "$session/session.svelte";
import type { CallState } from "$timeline/model";
import { resultEdit } from "$transcript/views/resultEdit";

function opened(shown: number) {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
  const host = new ScriptedHost({ ...script, shown, pace: 0 });
  const session = new SessionState("s1", host, (error) => {
    throw new Error(error.code);
  });
  session.follow();
  const call = session.timeline.calls.all.find(({ id }) => id === "call_2fYz");
  if (call === undefined) throw new Error("the demo has a call");
  return { host, session, call };
}

const WHOLE = weatherDemo().entries.length;

it("opens a result at a stop of another branch, before the function runs", () => {
  const { host, session, call } = opened(WHOLE);
  resultEdit(call, session)?.();
  const point = { place: "beforeCall", isOneShot: true, condition: { function: "weather.get_forecast" } };
  expect(host.asked.at(-1)).toMatchObject({
    command: "turn_rerun",
    args: {
      from: { type: "call", message: "m3", call: "call_2fYz" },
      plan: { breakpoints: [{}, {}, {}, point] },
    },
  });
});

it("is not there while a turn is under way, and for calls without a result", () => {
  const paused = opened(38);
  expect(resultEdit(paused.call, paused.session)).toBeNull();
  const { session, call } = opened(WHOLE);
  const open: CallState = { ...call, result: null };
  expect(resultEdit(open, session)).toBeNull();
});
