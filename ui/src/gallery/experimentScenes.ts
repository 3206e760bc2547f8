import type { Scene } from "$gallery/scenes";
import { appeared } from "$gallery/appeared";
import { LISTED } from "$gallery/fixtures/experiments";
import type { WindowState } from "$window/context";

/** The room of experiments. Its view looks what there is as well, and whoever comes second does not wait for it. */
async function opened({ experiments }: WindowState): Promise<void> {
  await experiments.open();
  while (!experiments.isLoaded) await new Promise(requestAnimationFrame);
}

/** The room with the newest experiment. */
async function withResult(window: WindowState): Promise<void> {
  await opened(window);
  await appeared("[data-lane-result]");
  await appeared("[data-plot]");
}

function scrolled(selector: string): void {
  document.querySelector(selector)?.scrollIntoView();
}

/** Experiments: none yet, a set, what came of it, the runs of a number, and a case. */
export const EXPERIMENT_SCENES: readonly Scene[] = [
  { name: "experiments-empty", demo: "done", show: opened },
  { name: "experiments", demo: "experiments", show: withResult },
  {
    name: "experiments-set",
    demo: "experiments",
    show: async (window) => {
      await opened(window);
      const [set] = window.experiments.sets;
      if (set !== undefined) await window.experiments.showSet(set.folder);
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
      await window.experiments.runs.toggle(newest.id, { lane });
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
    show: async (window) => {
      await withResult(window);
      const [set] = window.experiments.sets;
      if (set !== undefined) await window.caseSheet.change(set.folder, "two-cities");
      await appeared("[data-expected-call]");
    },
  },
];
