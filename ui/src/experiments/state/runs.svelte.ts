import type { ExperimentId, RunFilter } from "$contract";
import type { Attempt } from "$host/attempt.svelte";
import type { App } from "$session/app";
import type { ShownRuns } from "$experiments/state/shown";

/** The runs that a number is about. */
export class RunsState {
  readonly shown = $derived.by(() => this.#shown);

  readonly #app: App;
  readonly #attempt: Attempt;
  #shown = $state.raw<ShownRuns | null>(null);
  /** What the runs that are read last are about. */
  #lastFilter: RunFilter | null = null;

  constructor(app: App, attempt: Attempt) {
    this.#app = app;
    this.#attempt = attempt;
  }

  /** Shows them, or hides those that are shown. */
  async toggle(experiment: ExperimentId, filter: RunFilter): Promise<void> {
    if (JSON.stringify(this.#shown?.filter) === JSON.stringify(filter)) {
      this.hide();
      return;
    }
    this.#lastFilter = filter;
    await this.#attempt.beside(this.#read(experiment, filter, null));
  }

  /** Shows those that follow as well. */
  async more(experiment: ExperimentId): Promise<void> {
    const before = this.#shown;
    if (before === null) return;
    this.#lastFilter = before.filter;
    await this.#attempt.beside(this.#read(experiment, before.filter, before));
  }

  hide(): void {
    [this.#shown, this.#lastFilter] = [null, null];
  }

  async #read(experiment: ExperimentId, filter: RunFilter, before: ShownRuns | null): Promise<void> {
    const known = before?.runs ?? [];
    const args = { experiment, filter, offset: known.length };
    const { runs, total } = await this.#app.host.call("experiment_runs", args);
    // Others may have been asked for meanwhile, or none.
    if (this.#lastFilter !== filter || (before !== null && this.#shown !== before)) return;
    // Where runs were made meanwhile, the others have moved, and the list begins anew.
    if (before !== null && before.total !== total) await this.#read(experiment, filter, null);
    else this.#shown = { filter, runs: [...known, ...runs], total };
  }
}
