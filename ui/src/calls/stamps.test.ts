import { describe, expect, it } from "vitest";
import { newCall } from "$timeline/model";
import { originOfResult, stampsOf } from "$calls/calls";
import { effectText, mayChange, originText } from "$content/naming";
import type { Origin } from "$contract";
import { returned } from "$gallery/fixtures/recorder";

const FUNCTION = { type: "known", name: { plugin: "weather", function: "now" } } as const;

function answered(origin: Origin, startedAt: number | null) {
  const call = newCall("call_1", "t1#1", FUNCTION);
  call.phase = { type: "answered", outcome: returned({ sky: "clear" }), origin };
  call.startedAt = startedAt;
  return call;
}

describe("a card", () => {
  it("says by you only where a person wrote the result", () => {
    expect(stampsOf(answered("simulated", null))).toEqual(["by you"]);
    expect(stampsOf(answered("standIn", 1))).toEqual(["stand-in"]);
    expect(stampsOf(answered("fault", 1))).toEqual(["injected fault"]);
    expect(stampsOf(answered("recorded", 1))).toEqual(["recorded"]);
    expect(stampsOf(answered("function", 1))).toEqual([]);
  });

  it("names a stand-in of an older log, which started where a person's result does not", () => {
    const call = answered("simulated", 1);
    expect(stampsOf(call)).toEqual(["stand-in"]);
    expect(originText(originOfResult(call) ?? "model")).toBe("a stand-in");
  });
});

it("an effect that nobody states is unknown and counts as a change", () => {
  expect(
    (["readsOnly", "changes", "unknown"] as const).map((effect) => [effectText(effect), mayChange(effect)]),
  ).toEqual([
    ["reads only", false],
    ["changes something", true],
    ["effects unknown", true],
  ]);
});
