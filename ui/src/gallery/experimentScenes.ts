import type { Scene } from "$gallery/scenes";
import { appeared } from "$gallery/appeared";
import { LISTED } from "$gallery/fixtures/experiments";
import type { WindowState } from "$window/context";

/** The room of experiments with the newest one. */
async function withResult({ experiments }: WindowState): Promise<void> {
  await experiments.open();
  await appeared("[data-lane-result]");
  await appeared("[data-plot]");
}

function scrolled(selector: string): void {
  document.querySelector(selector)?.scrollIntoView();
}

/** Experiments: none yet, a set, what came of it, the runs of a number, and a case. */
export const EXPERIMENT_SCENES: readonly Scene[] = [
  { name: "experiments-empty", demo: "done", show: ({ experiments }) => experiments.open() },
  { name: "experiments", demo: "experiments", show: withResult },
  {
    name: "experiments-set",
    demo: "experiments",
    show: async ({ experiments }) => {
      await experiments.open();
      const [set] = experiments.sets;
      if (set !== undefined) await experiments.showSet(set.folder);
      await appeared("[data-case]");
    },
  },
  {
    name: "experiments-runs",
    demo: "experiments",
    show: async (window) => {
      await withResult(window);
      const [lane] = LISTED.runs.map((run) => run.lane);
      const [newest] = window.experiments.experiments;
      if (newest === undefined || lane === undefined) return;
      await window.experiments.showRuns(newest.id, { lane });
      await appeared("[data-shown-runs] [data-run]");
    },
  },
  {
    name: "experiments-cases",
    demo: "experiments",
    show: async (window) => {
      await withResult(window);
      scrolled("[data-verdict]");
    },
  },
  {
    name: "experiments-functions",
    demo: "experiments",
    show: async (window) => {
      await withResult(window);
      scrolled("[data-function-figures]");
    },
  },
  {
    name: "experiments-case",
    demo: "experiments",
    show: async ({ experiments, caseSheet }) => {
      await experiments.open();
      const [set] = experiments.sets;
      if (set !== undefined) await caseSheet.change(set.folder, "two-cities");
      await appeared("[data-expected-call]");
    },
  },
];
