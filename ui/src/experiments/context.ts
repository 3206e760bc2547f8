import { createContext } from "svelte";
import type { CaseSheetState } from "$experiments/state/caseSheet.svelte";
import type { ExperimentsState } from "$experiments/state/experiments.svelte";
import type { App } from "$session/app";

/** The sets of cases with their runs, and the case that is being written. */
export type ExperimentsContext = {
  readonly app: App;
  readonly experiments: ExperimentsState;
  readonly caseSheet: CaseSheetState;
};

export const [experimentsContext, provideExperimentsContext] = createContext<ExperimentsContext>();
