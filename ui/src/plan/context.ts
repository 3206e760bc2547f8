import { createContext } from "svelte";
import type { AcceptedState } from "$plan/accepted.svelte";

/** Which settings each model takes. */
export type PlanContext = {
  readonly accepted: AcceptedState;
};

export const [planContext, providePlanContext] = createContext<PlanContext>();
