import { createContext } from "svelte";
import type { FoldsState } from "$shared/layout/folds.svelte";
import type { LayoutState } from "$frame/layout.svelte";
import type { ThemeState } from "$frame/theme.svelte";

/** How the window is laid out and painted, and what is folded open in it. */
export type FrameContext = {
  readonly layout: LayoutState;
  readonly theme: ThemeState;
  readonly folds: FoldsState;
};

export const [frameContext, provideFrameContext] = createContext<FrameContext>();
