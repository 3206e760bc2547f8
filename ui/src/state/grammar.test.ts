import { describe, expect, it } from "vitest";
import type { FunctionChoice, TurnPlan } from "$contract";
import { isHeld, otherwiseHeld } from "$state/grammar";

function plan(choice: FunctionChoice["type"], strict?: boolean): TurnPlan {
  const calls = strict === undefined ? {} : { strict };
  return { model: "local:small", choice: { choice: { type: choice }, calls } } as TurnPlan;
}

describe("the grammar of a model on this computer", () => {
  it("is on where a call is required or a person wants it", () => {
    expect(isHeld(plan("auto"))).toBe(false);
    expect(isHeld(plan("auto", true))).toBe(true);
    expect(isHeld(plan("required"))).toBe(true);
    expect(isHeld(plan("required", false))).toBe(false);
  });

  it("is turned on, or off with all that was required", () => {
    expect(otherwiseHeld(plan("auto"))).toEqual(plan("auto", true));
    expect(otherwiseHeld(plan("required"))).toEqual(plan("auto", false));
    expect(otherwiseHeld(plan("required", false))).toEqual(plan("required", true));
  });
});
