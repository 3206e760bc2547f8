import { createContext } from "svelte";
import type { GuideState } from "$guide/guide.svelte";

/** The tour, help and news. */
export type GuideContext = {
  readonly guide: GuideState;
};

export const [guideContext, provideGuideContext] = createContext<GuideContext>();
