import type { ChooseFile, Host } from "$host/host";
import { AcceptedState } from "$state/accepted.svelte";
import { AppState } from "$state/app.svelte";
import { ByHandState } from "$state/byHand.svelte";
import { ComparisonState } from "$state/comparing.svelte";
import { ComposerState } from "$state/composer.svelte";
import type { WindowState } from "$state/context";
import { DataCopyState } from "$state/dataCopy.svelte";
import { EstimateState } from "$state/estimate.svelte";
import { ExportState } from "$state/exporting.svelte";
import { FoldsState } from "$state/folds.svelte";
import { ImportState } from "$state/importing.svelte";
import { JumpState } from "$state/jump.svelte";
import { LargeValueState } from "$state/largeValue.svelte";
import { LayoutState } from "$state/layout.svelte";
import { LocalModelsState } from "$state/localModels.svelte";
import { MakingState } from "$state/making.svelte";
import { PricesState } from "$state/prices.svelte";
import { ReductionState } from "$state/reducing.svelte";
import { RerunState } from "$state/rerunning.svelte";
import { SearchState } from "$state/search.svelte";
import { SelectedState } from "$state/selected.svelte";
import { ServicesState } from "$state/services.svelte";
import { SourcesState } from "$state/sources.svelte";
import { ThemeState } from "$state/theme.svelte";
import { TryingState } from "$state/trying.svelte";

/** Where a window stands: what it paints, what remembers its choices, what the system says of it. */
export type Surroundings = {
  root: HTMLElement;
  storage: Storage;
  isSystemDark: MediaQueryList;
  width: number;
  timeZone?: string;
  chooseFile?: ChooseFile | undefined;
};

/** All states of one window, made in the order in which they need each other. */
export function openWindow(host: Host, around: Surroundings): WindowState {
  const app = new AppState(host);
  const sources = new SourcesState(app);
  return {
    app,
    sources,
    theme: new ThemeState(around.root, around.storage, around.isSystemDark),
    layout: new LayoutState(around.storage, around.width),
    selected: new SelectedState(),
    folds: new FoldsState(),
    composer: new ComposerState(),
    importing: new ImportState(app),
    exporting: new ExportState(host),
    services: new ServicesState(app),
    localModels: new LocalModelsState(app, around.chooseFile),
    byHand: new ByHandState(host, sources),
    making: new MakingState(),
    rerunning: new RerunState(),
    search: new SearchState(host, around.timeZone),
    jump: new JumpState(),
    reducing: new ReductionState(app),
    comparing: new ComparisonState(host),
    trying: new TryingState(app),
    prices: new PricesState(host),
    accepted: new AcceptedState(host),
    estimate: new EstimateState(host),
    dataCopy: new DataCopyState(host),
    largeValue: new LargeValueState(host, () => app.session?.id ?? null),
  };
}
