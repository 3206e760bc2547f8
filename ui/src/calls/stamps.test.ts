import { describe, expect, it } from "vitest";
import { sayIn } from "$language/say";
import { newCall } from "$timeline/model";
import { originOfResult, replacedOutcome, resultBy, stampsOf } from "$calls/calls";
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

  it("names the filter that replaced the result, and you where you changed it after that", () => {
    const call = answered("edited", 1);
    const [before, after] = [returned({ sky: "rain" }), returned({ sky: "clear" })];
    call.ended = after;
    call.passages.push({
      filter: "No letters",
      around: { type: "call", call: "call_1" },
      side: "left",
      effect: { type: "replacedResult", before },
    });
    expect([stampsOf(call), resultBy(call), replacedOutcome(call)]).toEqual([
      ["by the filter No letters"],
      "the filter No letters",
      before,
    ]);
    call.phase = { type: "answered", outcome: returned({ sky: "snow" }), origin: "edited" };
    expect([stampsOf(call), resultBy(call), replacedOutcome(call)]).toEqual([
      ["edited"],
      "you, edited",
      after,
    ]);
  });

  it("names the filter that answered in place of the function", () => {
    const call = answered("application", 1);
    call.ended = returned({ sky: "clear" });
    call.passages.push({
      filter: "Blocked",
      around: { type: "call", call: "call_1" },
      side: "entered",
      effect: { type: "answered", outcome: returned({ sky: "clear" }) },
    });
    expect(stampsOf(call)).toEqual(["by the filter Blocked"]);
    const named = sayIn("zh", "the filter {name}", { name: "Blocked" });
    expect(sayIn("zh", "by {originText}", { originText: named })).toBe("来自过滤器 Blocked");
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
