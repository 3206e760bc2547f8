import { expect, test, vi } from "vitest";
import type { CommandName } from "$contract";
import { experimentsHost } from "$gallery/fixtures/experiments";
import { demoOverview } from "$gallery/fixtures/demoHost";
import type { App } from "$session/app";
import { ExperimentsState } from "$experiments/state/experiments.svelte";

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
