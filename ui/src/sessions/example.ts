import type { TurnPlan } from "$contract";
import { withStop } from "$breakpoints/breakpoints";

/** What a first session asks: two calls at once, and an answer that needs both. */
export const EXAMPLE = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/** Stops where something can be seen and changed. */
export function examplePlan(plan: TurnPlan): TurnPlan {
  const before = withStop(plan.breakpoints, "beforeCall", true);
  return { ...plan, breakpoints: withStop(before, "afterCall", true) };
}

/** The same for a small model, which reads slowly and does not find out by itself that a function is to be called. */
export function smallModelPlan(plan: TurnPlan): TurnPlan {
  const { choice, selection, ...stopping } = examplePlan(plan);
  return {
    ...stopping,
    choice: { ...choice, choice: { type: "required" } },
    selection: { ...selection, limit: 2 },
  };
}
