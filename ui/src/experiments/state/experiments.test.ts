import { expect, test, vi } from "vitest";
import type { CommandName, ExperimentId, ListedRuns } from "$contract";
import { experimentsHost } from "$gallery/fixtures/experiments";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { HostError } from "$host/host";
import { pageError } from "$language/notices";
import type { App } from "$session/app";
import { ExperimentsState } from "$experiments/state/experiments.svelte";
import { PlotsState } from "$experiments/state/plots.svelte";

/** An application that saves plots. `hold` makes the answers to a command wait until they are let go. */
function holding(): { app: App; hold: (command: CommandName) => () => void } {
  const host = experimentsHost(demoOverview());
  const answer = host.call.bind(host);
  const waits = new Map<CommandName, Promise<undefined>>();
  host.call = async (called, args) => {
    const name: CommandName = called;
    await waits.get(name);
    const saved: unknown = { path: "/plots/cost.svg" };
    return name === "experiment_plot_save" ? (saved as never) : answer(called, args);
  };
  const hold = (command: CommandName): (() => void) => {
    let letGo = (): void => undefined;
    waits.set(command, new Promise((resolve) => (letGo = () => resolve(undefined))));
    return () => letGo();
  };
  return { app: { host } as unknown as App, hold };
}

const EXPERIMENT = "e1" as ExperimentId;

test("a set that is chosen while an experiment is still read is shown", async () => {
  const host = experimentsHost(demoOverview());
  const answer = host.call.bind(host);
  host.call = (command, args) =>
    (command satisfies CommandName) === "experiment_read"
      ? new Promise(() => undefined)
      : answer(command, args);
  const experiments = new ExperimentsState({ host } as unknown as App);
  void experiments.open();
  await vi.waitFor(() => expect(experiments.shown?.type).toBe("experiment"));
  await experiments.showSet(experiments.sets[0]?.folder ?? "");
  expect(experiments.content?.cases.length).toBe(3);
});

test("lanes are compared with the one that was chosen, until another experiment is looked at", async () => {
  const host = experimentsHost(demoOverview());
  const answer = host.call.bind(host);
  const asked: unknown[] = [];
  host.call = (command, args) => {
    if ((command satisfies CommandName) === "experiment_read") asked.push(args);
    return answer(command, args);
  };
  const experiments = new ExperimentsState({ host } as unknown as App);
  await experiments.showExperiment(EXPERIMENT);
  await experiments.compareWith("b");
  await experiments.showExperiment("e2");
  expect(asked).toEqual([
    { experiment: EXPERIMENT },
    { experiment: EXPERIMENT, against: "b" },
    { experiment: "e2" },
  ]);
});

test("a plot is saved while it is drawn anew", async () => {
  const { app, hold } = holding();
  const plots = new PlotsState(app);
  await plots.read(EXPERIMENT);
  const letGo = hold("experiment_plot");
  const drawing = plots.read(EXPERIMENT);
  await plots.save(EXPERIMENT, "svg");
  expect(plots.saved?.path).toBe("/plots/cost.svg");
  letGo();
  await drawing;
});

test("a plot that is chosen while another is drawn is shown", async () => {
  const { app, hold } = holding();
  const plots = new PlotsState(app);
  const letGo = hold("experiment_plot");
  const drawing = [plots.show(EXPERIMENT, "cost", null), plots.show(EXPERIMENT, "time", null)];
  letGo();
  await Promise.all(drawing);
  expect(plots.plotted).not.toBeNull();
});

test("of runs that are asked for one after the other, the last ones are shown", async () => {
  const { app, hold } = holding();
  const experiments = new ExperimentsState(app);
  const letGo = hold("experiment_runs");
  const asked = [1, 2].map((repeat) => experiments.runs.toggle(EXPERIMENT, { repeat }));
  letGo();
  await Promise.all(asked);
  expect(experiments.runs.shown?.filter).toEqual({ repeat: 2 });
});

/** An application that lists five runs at once, as the real one does with five hundred. */
function listing(): { app: App; makes: (runs: number) => void } {
  const host = experimentsHost(demoOverview());
  const answer = host.call.bind(host);
  let made = 0;
  host.call = async (called, args) => {
    const reply: unknown = await answer(called, args);
    if ((called satisfies CommandName) !== "experiment_runs") return reply as never;
    const { runs, total } = reply as ListedRuns;
    return { runs: runs.slice(0, 5), total: total + made } as never;
  };
  return { app: { host } as unknown as App, makes: (runs) => (made += runs) };
}

test("more runs follow those that are shown, until all are", async () => {
  const { app } = listing();
  const { runs } = new ExperimentsState(app);
  await runs.toggle(EXPERIMENT, {});
  for (const shown of [5, 10, 12]) {
    expect([runs.shown?.runs.length, runs.shown?.total]).toEqual([shown, 12]);
    await runs.more(EXPERIMENT);
  }
  const keys = runs.shown?.runs.map((run) => `${run.case}/${run.lane}/${run.repeat}`);
  expect(new Set(keys).size).toBe(12);
});

test("a list begins anew where runs were made since it was read, and the others have moved", async () => {
  const { app, makes } = listing();
  const { runs } = new ExperimentsState(app);
  await runs.toggle(EXPERIMENT, {});
  makes(1);
  await runs.more(EXPERIMENT);
  expect([runs.shown?.runs.length, runs.shown?.total]).toEqual([5, 13]);
});

test("a list goes on after another one could not be read", async () => {
  const { app } = listing();
  const { runs } = new ExperimentsState(app);
  await runs.toggle(EXPERIMENT, {});
  vi.spyOn(app.host, "call").mockRejectedValueOnce(new HostError(pageError("The file is gone.", null)));
  await runs.toggle(EXPERIMENT, { repeat: 2 });
  await runs.more(EXPERIMENT);
  expect([runs.shown?.runs.length, runs.shown?.filter]).toEqual([10, {}]);
});
