import { AttachedPrograms } from "$attached/state/attached.svelte";
import type { Host } from "$host/host";
import type { Reached } from "$host/reach";
import { AcceptedState } from "$plan/accepted.svelte";
import { AppState } from "$window/app.svelte";
import { ByHandState } from "$functions/state/byHand.svelte";
import { ComparisonState } from "$requests/comparing.svelte";
import { ComposerState } from "$composer/composer.svelte";
import type { WindowState } from "$window/context";
import { DataCopyState } from "$settings/dataCopy.svelte";
import { EstimateState } from "$requests/estimate.svelte";
import { CaseSheetState } from "$experiments/state/caseSheet.svelte";
import { ExperimentsState } from "$experiments/state/experiments.svelte";
import { ExportState } from "$sessions/exporting.svelte";
import { FoldsState } from "$shared/layout/folds.svelte";
import { ImportState } from "$sessions/importing/importing.svelte";
import { GuideState } from "$guide/guide.svelte";
import { InstructionsDrafts } from "$settings/instructionsDrafts";
import { JumpState } from "$session/jump.svelte";
import { LargeValueState } from "$calls/largeValue.svelte";
import { LayoutState } from "$frame/layout.svelte";
import { menuWords } from "$frame/menu";
import { LocalModelsState } from "$models/localModels.svelte";
import { MakingState } from "$stops/state/making.svelte";
import { PricesState } from "$models/prices.svelte";
import { ReductionState } from "$reduction/reducing.svelte";
import { RerunState } from "$session/rerunning.svelte";
import { SearchState } from "$search/search.svelte";
import { SelectedState } from "$session/selected.svelte";
import { ServicesState } from "$services/services.svelte";
import { SeveralModelsState } from "$lanes/severalModels.svelte";
import { SourcesState } from "$functions/state/sources.svelte";
import { ThemeState } from "$frame/theme.svelte";
import { WaitsState } from "$transcript/state/waits";
import { TryingState } from "$requests/trying.svelte";
import { UpdatesState } from "$settings/updates/updates.svelte";

/** Where a window stands: what it paints, what remembers its choices, what the system says of it. */
export type Surroundings = {
  root: HTMLElement;
  storage: Storage;
  isSystemDark: MediaQueryList;
  width: number;
  timeZone?: string;
} & Omit<Reached, "host">;

/** All states of one window, made in the order in which they need each other. */
export function openWindow(host: Host, around: Surroundings): WindowState {
  void around.nameMenu?.(menuWords());
  const app = new AppState(host);
  const sources = new SourcesState(app);
  const state: WindowState = {
    app,
    sources,
    attached: new AttachedPrograms(app),
    theme: new ThemeState(around.root, around.storage, around.isSystemDark),
    layout: new LayoutState(around.storage, around.width),
    guide: new GuideState(host),
    selected: new SelectedState(),
    folds: new FoldsState(),
    composer: new ComposerState(),
    instructions: new InstructionsDrafts(),
    importing: new ImportState(app),
    exporting: new ExportState(host),
    services: new ServicesState(app),
    several: new SeveralModelsState(app),
    localModels: new LocalModelsState(app, around.chooseFile),
    byHand: new ByHandState(host, sources),
    making: new MakingState(),
    rerunning: new RerunState(),
    search: new SearchState(host, around.timeZone),
    jump: new JumpState(),
    waits: new WaitsState(host),
    experiments: new ExperimentsState(app),
    caseSheet: new CaseSheetState(app),
    reducing: new ReductionState(app),
    comparing: new ComparisonState(host),
    trying: new TryingState(app),
    prices: new PricesState(host),
    accepted: new AcceptedState(host),
    estimate: new EstimateState(host),
    dataCopy: new DataCopyState(host),
    updates: new UpdatesState(around.storage, around.updates),
    largeValue: new LargeValueState(host, () => app.session?.id ?? null),
  };
  app.whenLeft = () => closeWithSession(state);
  return state;
}

/** The states of sheets: whatever can be closed. */
type Sheet = {
  [Name in keyof WindowState]: WindowState[Name] extends { close(): void } ? Name : never;
}[keyof WindowState];

/** Whether a sheet is about the session that is open below, and goes with it. */
const GOES_WITH_SESSION: Readonly<Record<Sheet, boolean>> = {
  making: true,
  rerunning: true,
  reducing: true,
  comparing: true,
  trying: true,
  largeValue: true,
  exporting: true,
  several: true,
  caseSheet: true,
  accepted: false,
  attached: false,
  byHand: false,
  dataCopy: false,
  experiments: false,
  importing: false,
  localModels: false,
  prices: false,
  services: false,
  sources: false,
  updates: false,
};

/** Closes what lies over a session and is about it, since another one is open below now. */
function closeWithSession(state: WindowState): void {
  state.layout.leaveSession();
  state.guide.closeHelp();
  for (const sheet of Object.keys(GOES_WITH_SESSION) as Sheet[])
    if (GOES_WITH_SESSION[sheet]) state[sheet].close();
}
