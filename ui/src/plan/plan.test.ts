import { expect, it } from "vitest";
import type { Invocation, PastedChoice, TurnPlan } from "$contract";
import { withPasted } from "$plan/plan";
import { PLAN } from "$gallery/fixtures/demo";

const choice = { choice: { type: "required" as const }, calls: {} };

function planned(invocation: Invocation): TurnPlan {
  return { ...PLAN, policies: { ...PLAN.policies, invocation } };
}

it.each([
  ["inOrder", "together", "together"],
  ["together", "inOrder", "inOrder"],
  ["inOrder", undefined, "inOrder"],
  ["byHand", "together", "byHand"],
] as [Invocation, Invocation | undefined, Invocation][])(
  "takes over how calls run: %s, with %s pasted, becomes %s",
  (before, invocation, after) => {
    const pasted: PastedChoice = invocation === undefined ? { choice } : { choice, invocation };
    expect(withPasted(planned(before), pasted)).toEqual({ ...planned(after), choice });
  },
);
