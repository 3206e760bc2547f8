import type { TurnPlan } from "$contract";
import { NOT_LED, withGuidance } from "$plan/guidance";

/**
 * Whether a model on this computer is held to the schemas of functions: where a call is required, where it is led to call,
 * or where a person wants it.
 */
export function isHeld({ choice: { choice, calls }, guidance }: TurnPlan): boolean {
  const isRequired = choice.type === "required" || choice.type === "function";
  const isLed = choice.type === "auto" && guidance?.opening !== false;
  return calls.strict ?? (isRequired || isLed);
}

/** The plan with the grammar on where it was off, and off where it was on. Off means that nothing is required and nobody is led. */
export function otherwiseHeld(plan: TurnPlan): TurnPlan {
  const { choice } = plan;
  const calls = { ...choice.calls, strict: !isHeld(plan) };
  if (!isHeld(plan)) return { ...plan, choice: { ...choice, calls } };
  return withGuidance({ ...plan, choice: { ...choice, choice: { type: "auto" }, calls } }, NOT_LED);
}
