import { createContext } from "svelte";
import type { ServicesState } from "$services/services.svelte";

/** The services that are set up. */
export type ServicesContext = {
  readonly services: ServicesState;
};

export const [servicesContext, provideServicesContext] = createContext<ServicesContext>();
