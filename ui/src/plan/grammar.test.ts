import { describe, expect, it } from "vitest";
import type { FunctionChoice, TurnPlan } from "$contract";
import { isHeld, otherwiseHeld } from "$plan/grammar";
import { NOT_LED, withGuidance } from "$plan/guidance";

function plan(choice: FunctionChoice["type"], strict?: boolean): TurnPlan {
  const calls = strict === undefined ? {} : { strict };
  return { model: "local:small", choice: { choice: { type: choice }, calls } } as TurnPlan;
}

function unled(plan: TurnPlan): TurnPlan {
  return withGuidance(plan, NOT_LED);
}

describe("the grammar of a model on this computer", () => {
  it("is on where a call is required, where it is led, or where a person wants it", () => {
    expect(isHeld(plan("auto"))).toBe(true);
    expect(isHeld(unled(plan("auto")))).toBe(false);
    expect(isHeld(plan("auto", true))).toBe(true);
    expect(isHeld(plan("required"))).toBe(true);
    expect(isHeld(plan("required", false))).toBe(false);
  });

  it("is turned on, or off with all that was required", () => {
    expect(otherwiseHeld(unled(plan("auto")))).toEqual(unled(plan("auto", true)));
    expect(otherwiseHeld(plan("auto"))).toEqual(unled(plan("auto", false)));
    expect(otherwiseHeld(plan("required"))).toEqual(unled(plan("auto", false)));
    expect(otherwiseHeld(plan("required", false))).toEqual(plan("required", true));
  });
});
