import { createContext } from "svelte";
import type { App } from "$session/app";
import type { Listed } from "$sessions/listed";

/** The application, which knows what comparisons are called. */
export type LanesContext = { readonly app: App & { readonly listed: Listed[] } };

export const [lanesContext, provideLanesContext] = createContext<LanesContext>();
