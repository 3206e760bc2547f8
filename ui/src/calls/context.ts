import { createContext } from "svelte";
import type { LargeValueState } from "$calls/largeValue.svelte";

/** The large value that is being read. */
export type CallsContext = {
  readonly largeValue: LargeValueState;
};

export const [callsContext, provideCallsContext] = createContext<CallsContext>();
