import type { CaseId, ExperimentId, ListedRun, RunFilter } from "$contract";

/** What is shown beside the list: a set, or what came of it. */
export type Shown = { type: "set"; folder: string } | { type: "experiment"; id: ExperimentId };

/** How many cases, and rows of functions, are drawn at once. Their heights differ, so that those out of sight can't be left out. */
export const AT_ONCE = 50;

/** The runs that a number is about. */
export type ShownRuns = { filter: RunFilter; runs: readonly ListedRun[]; total: number };

/** Whether they stand below a case and its lane, where the number is. */
export function areOf({ filter }: ShownRuns, of: CaseId, lane: string): boolean {
  return filter.case === of && filter.lane === lane && filter.repeat === undefined;
}
