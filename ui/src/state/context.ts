import { createContext } from "svelte";
import type { AppState } from "$state/app.svelte";
import type { ComparisonState } from "$state/comparing.svelte";
import type { EstimateState } from "$state/estimate.svelte";
import type { ComposerState } from "$state/composer.svelte";
import type { ExportState } from "$state/exporting.svelte";
import type { FoldsState } from "$state/folds.svelte";
import type { ImportState } from "$state/importing.svelte";
import type { MakingState } from "$state/making.svelte";
import type { RerunState } from "$state/rerunning.svelte";
import type { JumpState } from "$state/jump.svelte";
import type { LargeValueState } from "$state/largeValue.svelte";
import type { LayoutState } from "$state/layout.svelte";
import type { SearchState } from "$state/search.svelte";
import type { PricesState } from "$state/prices.svelte";
import type { ReductionState } from "$state/reducing.svelte";
import type { SelectedState } from "$state/selected.svelte";
import type { ServicesState } from "$state/services.svelte";
import type { SourcesState } from "$state/sources.svelte";
import type { ThemeState } from "$state/theme.svelte";
import type { TryingState } from "$state/trying.svelte";
import type { ByHandState } from "$state/byHand.svelte";

/** The states that belong to the window as a whole. */
export type WindowState = {
  app: AppState;
  selected: SelectedState;
  folds: FoldsState;
  layout: LayoutState;
  composer: ComposerState;
  theme: ThemeState;
  importing: ImportState;
  exporting: ExportState;
  services: ServicesState;
  sources: SourcesState;
  byHand: ByHandState;
  making: MakingState;
  rerunning: RerunState;
  search: SearchState;
  jump: JumpState;
  reducing: ReductionState;
  largeValue: LargeValueState;
  comparing: ComparisonState;
  trying: TryingState;
  prices: PricesState;
  estimate: EstimateState;
};

export const [windowState, provideWindowState] = createContext<WindowState>();
