import { createContext } from "svelte";
import type { ComparisonState } from "$requests/comparing.svelte";
import type { TryingState } from "$requests/trying.svelte";
import type { EstimateState } from "$requests/estimate.svelte";

/** Requests that are compared, tried and estimated. */
export type RequestsContext = {
  readonly comparing: ComparisonState;
  readonly trying: TryingState;
  readonly estimate: EstimateState;
};

export const [requestsContext, provideRequestsContext] = createContext<RequestsContext>();
