import type { TurnPlan } from "$contract";

/** The name of the program that runs the loop of a session. */
export function programOf(plan: TurnPlan | null): string | null {
  return plan?.program ?? null;
}
