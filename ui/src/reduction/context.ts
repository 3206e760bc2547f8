import { createContext } from "svelte";
import type { ReductionState } from "$reduction/reducing.svelte";

/** The session that is being made shorter. */
export type ReductionContext = {
  readonly reducing: ReductionState;
};

export const [reductionContext, provideReductionContext] = createContext<ReductionContext>();
