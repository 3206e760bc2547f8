import { createContext } from "svelte";
import type { SourcesState } from "$functions/state/sources.svelte";
import type { ByHandState } from "$functions/state/byHand.svelte";

/** The sources of functions, and what is run by hand. */
export type FunctionsContext = {
  readonly sources: SourcesState;
  readonly byHand: ByHandState;
};

export const [functionsContext, provideFunctionsContext] = createContext<FunctionsContext>();
