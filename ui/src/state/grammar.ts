import type { TurnPlan } from "$contract";

/** Whether a model on this computer is held to the schemas of functions: where a call is required, or a person wants it. */
export function isHeld({ choice: { choice, calls } }: TurnPlan): boolean {
  const isRequired = choice.type === "required" || choice.type === "function";
  return calls.strict ?? isRequired;
}

/** The plan with the grammar on where it was off, and off where it was on. Off means that nothing is required either. */
export function otherwiseHeld(plan: TurnPlan): TurnPlan {
  const { choice } = plan;
  const calls = { ...choice.calls, strict: !isHeld(plan) };
  if (!isHeld(plan)) return { ...plan, choice: { ...choice, calls } };
  return { ...plan, choice: { ...choice, choice: { type: "auto" }, calls } };
}
