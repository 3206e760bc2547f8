import { createContext } from "svelte";
import type { App } from "$session/app";
import type { Programs } from "$session/programs";
import type { Listed } from "$sessions/listed";

import type { SeveralModelsState } from "$lanes/severalModels.svelte";

/** The application, which knows what comparisons are called, and the programs that run sessions. */
export type LanesContext = {
  readonly app: App & { readonly listed: Listed[] };
  readonly attached: Programs;
  readonly several: SeveralModelsState;
};

export const [lanesContext, provideLanesContext] = createContext<LanesContext>();
