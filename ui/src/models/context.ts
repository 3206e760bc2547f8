import { createContext } from "svelte";
import type { LocalModelsState } from "$models/localModels.svelte";
import type { PricesState } from "$models/prices.svelte";

/** The models of this computer, and what models cost. */
export type ModelsContext = {
  readonly localModels: LocalModelsState;
  readonly prices: PricesState;
};

export const [modelsContext, provideModelsContext] = createContext<ModelsContext>();
