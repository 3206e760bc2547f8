import { createContext } from "svelte";
import type { MakingState } from "$stops/state/making.svelte";

/** The call that is being made by hand. */
export type StopsContext = {
  readonly making: MakingState;
};

export const [stopsContext, provideStopsContext] = createContext<StopsContext>();
