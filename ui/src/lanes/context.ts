import { createContext } from "svelte";
import type { App } from "$session/app";
import type { Listed } from "$sessions/listed";

import type { SeveralModelsState } from "$lanes/severalModels.svelte";

/** The application, which knows what comparisons are called. */
export type LanesContext = {
  readonly app: App & { readonly listed: Listed[] };
  readonly several: SeveralModelsState;
};

export const [lanesContext, provideLanesContext] = createContext<LanesContext>();
