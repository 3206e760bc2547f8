import { expect, it } from "vitest";
import { type Recording, ScriptedHost } from "$host/scripted/host";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { branchesDemo, largeDemo } from "$gallery/fixtures/histories";
import { SessionState } from "$session/session.svelte";
import type { CallState } from "$timeline/model";
import { resultEdit } from "$transcript/views/resultEdit";

/** The first call has run, and the turn stands before the second. */
const BEFORE_SECOND = 40;

function opened(recording: Recording, shown = recording.entries.length, id = "call_2fYz") {
  const script = { overview: demoOverview(), recording, exchange: exchangeDemo() };
  const host = new ScriptedHost({ ...script, shown, pace: 0 });
  const session = new SessionState("s1", host, (error) => {
    throw new Error(error.code);
  });
  session.follow();
  const call = session.timeline.calls.all.find((one) => one.id === id);
  if (call === undefined) throw new Error("the demo has a call");
  return { host, session, call };
}

it("opens a result at a stop of another branch, before the function runs", () => {
  const { host, session, call } = opened(weatherDemo());
  const editing = resultEdit(call, session);
  expect(editing?.obstacle).toBeNull();
  editing?.run();
  const point = { place: "beforeCall", isOneShot: true, condition: { function: "weather.get_forecast" } };
  expect(host.asked.at(-1)).toMatchObject({
    command: "turn_rerun",
    args: {
      from: { type: "call", message: "m3", call: "call_2fYz" },
      plan: { breakpoints: [{}, {}, {}, point] },
    },
  });
});

it("says why not while a turn stands at another call", () => {
  const { session, call } = opened(weatherDemo(), BEFORE_SECOND, "call_8Qb1");
  expect(session.turn?.pause?.place).toEqual({ type: "beforeCall", call: "call_2fYz" });
  expect(resultEdit(call, session)?.obstacle).toMatch(/^Not while a turn is paused/);
});

it("says why not of a result that is too large, and in another branch", () => {
  const large = opened(largeDemo(), undefined, "call_1");
  expect(resultEdit(large.call, large.session)?.obstacle).toBe("It is too large to be changed here.");
  const { session, call } = opened(branchesDemo());
  session.looking.at("m6");
  expect(resultEdit(call, session)?.obstacle).toMatch(/^You look at another branch/);
});

it("is not there for calls without a result", () => {
  const waiting = opened(weatherDemo(), BEFORE_SECOND);
  expect(resultEdit(waiting.call, waiting.session)).toBeNull();
  const { session, call } = opened(weatherDemo());
  const open: CallState = { ...call, result: null };
  expect(resultEdit(open, session)).toBeNull();
});
