import { createContext } from "svelte";
import type { SearchState } from "$search/search.svelte";

/** What is searched for. */
export type SearchContext = {
  readonly search: SearchState;
};

export const [searchContext, provideSearchContext] = createContext<SearchContext>();
