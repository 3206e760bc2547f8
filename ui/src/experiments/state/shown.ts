import type { CaseId, ExperimentId, ListedRun } from "$contract";

/** What is shown beside the list: a set, or what came of it. */
export type Shown = { type: "set"; folder: string } | { type: "experiment"; id: ExperimentId };

/** The runs of one case with one model. */
export type ShownRuns = { case: CaseId; lane: string; runs: readonly ListedRun[] };
