import { mount } from "svelte";
import App from "./App.svelte";
import type { Host } from "$host/host";
import { AppState } from "$state/app.svelte";
import { ByHandState } from "$state/byHand.svelte";
import { ComparisonState } from "$state/comparing.svelte";
import { ComposerState } from "$state/composer.svelte";
import { EstimateState } from "$state/estimate.svelte";
import { PricesState } from "$state/prices.svelte";
import { ExportState } from "$state/exporting.svelte";
import { FoldsState } from "$state/folds.svelte";
import { ImportState } from "$state/importing.svelte";
import { MakingState } from "$state/making.svelte";
import { RerunState } from "$state/rerunning.svelte";
import { JumpState } from "$state/jump.svelte";
import { LargeValueState } from "$state/largeValue.svelte";
import { LayoutState } from "$state/layout.svelte";
import { SearchState } from "$state/search.svelte";
import { ReductionState } from "$state/reducing.svelte";
import { SelectedState } from "$state/selected.svelte";
import { ServicesState } from "$state/services.svelte";
import { SourcesState } from "$state/sources.svelte";
import { ThemeState } from "$state/theme.svelte";
import { TryingState } from "$state/trying.svelte";
import "./styles/base.css";

async function chooseHost(): Promise<Host> {
  if ("__TAURI_INTERNALS__" in window) {
    const { TauriHost } = await import("$host/tauri");
    return new TauriHost();
  }
  const demo = new URLSearchParams(location.search).get("demo");
  if (demo !== null) {
    const { demoHost } = await import("./gallery/demoHost");
    return demoHost(demo);
  }
  const { BrowserHost, takeToken } = await import("$host/browser");
  return new BrowserHost(takeToken(location, history, sessionStorage));
}

async function start(): Promise<void> {
  const theme = new ThemeState(
    document.documentElement,
    localStorage,
    matchMedia("(prefers-color-scheme: dark)"),
  );
  const app = new AppState(await chooseHost());
  const sources = new SourcesState(app);
  const state = {
    app,
    theme,
    selected: new SelectedState(),
    folds: new FoldsState(),
    layout: new LayoutState(localStorage, window.innerWidth),
    composer: new ComposerState(),
    importing: new ImportState(app),
    exporting: new ExportState(app.host),
    services: new ServicesState(app),
    sources,
    byHand: new ByHandState(app.host, sources),
    making: new MakingState(),
    rerunning: new RerunState(),
    search: new SearchState(app.host, Intl.DateTimeFormat().resolvedOptions().timeZone),
    jump: new JumpState(),
    reducing: new ReductionState(app),
    comparing: new ComparisonState(app.host),
    trying: new TryingState(app),
    prices: new PricesState(app.host),
    estimate: new EstimateState(app.host),
    largeValue: new LargeValueState(app.host, () => app.session?.id ?? null),
  };
  const target = document.getElementById("app");
  if (target === null) throw new Error("index.html has no place for the page");
  mount(App, { target, props: { state } });
  await app.load();
  // Nobody waits for prices to see the window.
  void state.prices.load();
}

void start();
