import { asWritten } from "$language/notices";
import { describe, expect, it } from "vitest";
import type { Ask, PauseReason } from "$contract";
import type { CallMode } from "$stops/state/callEdit.svelte";
import { asksOf, consentAsked } from "$calls/calls";
import { newCall } from "$timeline/model";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";

const NAME = { plugin: "weather", function: "get_forecast" };

function callWith(asks: Ask[]): ReturnType<typeof newCall> {
  const call = newCall("call-1", "turn-1#1", { type: "known", name: NAME });
  return { ...call, resolution: { type: "runnable", name: NAME, findings: [], asks } };
}

describe("what a person is asked before a call", () => {
  it("is told with its reasons", () => {
    const asks: Ask[] = [
      { type: "nameRepair" },
      { type: "consent", to: [asWritten("run a program")] },
      { type: "result", because: asWritten("Nothing was recorded.") },
    ];
    expect(asksOf(callWith(asks))).toEqual(["run a program", "Nothing was recorded."]);
    expect(asksOf(callWith([{ type: "result", because: null }]))).toEqual([]);
  });

  it("is told to write the result where the other session has none and nothing is behind the function", () => {
    const nearest = { id: "ask-because.not-called", values: { function: "get_tide" } } as const;
    const because = { id: "ask-because.nowhere-else", values: { nearest } } as const;
    expect(asksOf(callWith([{ type: "result", because }]))).toEqual([
      "The session whose results are used has none for this call, and nothing else is behind the function. get_tide was not called there.",
    ]);
  });

  it("begins with the result where that is what is wanted", () => {
    const place = { type: "beforeCall", call: "call-1" } as const;
    const waiting = { calls: [callWith([])], request: null, functions: [] };
    const modeAt = (reason: PauseReason): CallMode | undefined =>
      new PauseEdit({ number: 1, place, reason }, waiting).own?.mode;
    expect(modeAt("resultWanted")).toBe("result");
    expect(modeAt("breakpoint")).toBe("run");
  });

  it("can be agreed to for the arguments the function would get", () => {
    const raw = '{"city": "Oslo"}';
    const parsed = { type: "parsed" as const, raw, value: { city: "Oslo" } };
    const function_ = { type: "known" as const, name: NAME };
    const call = { id: "call-1", function: function_, arguments: parsed, origin: "model" as const };
    const asked = { ...callWith([{ type: "consent", to: [asWritten("run a program")] }]), call };
    expect(consentAsked(asked)).toEqual({ function: NAME, arguments: { city: "Oslo" } });
    expect(consentAsked({ ...callWith([]), call })).toBeNull();
  });
});
