import type { CaseId, ExperimentId, ListedRun, RunFilter } from "$contract";

/** What is shown beside the list: a set, or what came of it. */
export type Shown = { type: "set"; folder: string } | { type: "experiment"; id: ExperimentId };

/** The runs that a number is about. */
export type ShownRuns = { filter: RunFilter; runs: readonly ListedRun[]; total: number };

/** Whether they stand below a case and its lane, where the number is. */
export function areOf({ filter }: ShownRuns, of: CaseId, lane: string): boolean {
  return filter.case === of && filter.lane === lane && filter.repeat === undefined;
}
