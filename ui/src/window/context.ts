import { createContext } from "svelte";
import { type AttachedContext, provideAttachedContext } from "$attached/context";
import { provideCallsContext, type CallsContext } from "$calls/context";
import { provideComposerContext, type ComposerContext } from "$composer/context";
import { type ExperimentsContext, provideExperimentsContext } from "$experiments/context";
import { provideFrameContext, type FrameContext } from "$frame/context";
import { provideFunctionsContext, type FunctionsContext } from "$functions/context";
import { type GuideContext, provideGuideContext } from "$guide/context";
import { provideLanesContext, type LanesContext } from "$lanes/context";
import { provideModelsContext, type ModelsContext } from "$models/context";
import { providePlanContext, type PlanContext } from "$plan/context";
import { provideReductionContext, type ReductionContext } from "$reduction/context";
import { provideRequestsContext, type RequestsContext } from "$requests/context";
import { provideSearchContext, type SearchContext } from "$search/context";
import { provideServicesContext, type ServicesContext } from "$services/context";
import { provideSessionContext, type SessionContext } from "$session/context";
import { provideSessionsContext, type SessionsContext } from "$sessions/context";
import { provideSettingsContext, type SettingsContext } from "$settings/context";
import { provideStopsContext, type StopsContext } from "$stops/context";
import { provideTranscriptContext, type TranscriptContext } from "$transcript/context";
import type { AppState } from "$window/app.svelte";

/** All states of one window. A room sees those that its own context and those of rooms below it declare. */
export type WindowState = AttachedContext &
  CallsContext &
  ComposerContext &
  ExperimentsContext &
  FrameContext &
  FunctionsContext &
  GuideContext &
  LanesContext &
  ModelsContext &
  PlanContext &
  ReductionContext &
  RequestsContext &
  SearchContext &
  ServicesContext &
  SessionContext &
  SessionsContext &
  SettingsContext &
  StopsContext &
  TranscriptContext & { readonly app: AppState };

const [windowContext, provideWindowContext] = createContext<WindowState>();

export { windowContext };

/** Gives every room its own context. */
export function provideContexts(state: WindowState): void {
  provideAttachedContext(state);
  provideCallsContext(state);
  provideComposerContext(state);
  provideExperimentsContext(state);
  provideFrameContext(state);
  provideFunctionsContext(state);
  provideGuideContext(state);
  provideLanesContext(state);
  provideModelsContext(state);
  providePlanContext(state);
  provideReductionContext(state);
  provideRequestsContext(state);
  provideSearchContext(state);
  provideServicesContext(state);
  provideSessionContext(state);
  provideSessionsContext(state);
  provideSettingsContext(state);
  provideStopsContext(state);
  provideTranscriptContext(state);
  provideWindowContext(state);
}
