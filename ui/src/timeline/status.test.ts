import { expect, it } from "vitest";
import type { Ask, Notice } from "$contract";
import { type CallState, newCall } from "$timeline/model";
import { whyText } from "$timeline/status";

const NAME = { plugin: null, function: "get_tide" };

function callAsking(asks: Ask[]): CallState {
  const call = newCall("call-1", "turn-1#1", { type: "known", name: NAME });
  return { ...call, resolution: { type: "runnable", name: NAME, findings: [], asks } };
}

it("offers that a function answers itself only where something is behind it", () => {
  const place = { type: "beforeCall", call: "call-1" } as const;
  const why = (call: CallState | null): string =>
    whyText({ number: 1, place, reason: "resultWanted" }, [], call);
  const isOffered = /answer itself/;
  expect(why(callAsking([{ type: "result", because: null }]))).toMatch(isOffered);
  expect(why(null)).toMatch(isOffered);
  const nearest = { id: "ask-because.not-called", values: { function: "get_tide" } } as const;
  const asks = (because: Notice): CallState => callAsking([{ type: "result", because }]);
  expect(why(asks({ id: "ask-because.elsewhere", values: { nearest } }))).toMatch(isOffered);
  expect(why(asks({ id: "ask-because.nowhere-else", values: { nearest } }))).not.toMatch(isOffered);
  expect(why(asks({ id: "ask-because.only-defined", values: {} }))).not.toMatch(isOffered);
});
