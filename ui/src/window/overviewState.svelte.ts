import type { Overview } from "$contract";
import type { Host } from "$host/host";

/** What there is, as the core tells it, with what was changed here since. */
export class OverviewState {
  readonly current = $derived.by(() => this.#current);

  readonly #host: Host;
  #current = $state.raw<Overview | null>(null);
  /** Counts changes made here and reads begun. */
  #changes = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  change(how: (now: Overview) => Overview): void {
    this.#changes += 1;
    if (this.#current !== null) this.#current = how(this.#current);
  }

  /** Reads what there is. A reply that a change overtook may lack it, so that it is asked for again. */
  async read(): Promise<void> {
    this.#changes += 1;
    let before: number;
    let read: Overview;
    do {
      before = this.#changes;
      read = await this.#host.call("overview", {});
    } while (before !== this.#changes);
    this.#current = read;
  }
}
