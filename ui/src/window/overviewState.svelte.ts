import type { LaneComparison, Overview } from "$contract";
import type { Host } from "$host/host";
import { withComparison } from "$window/overview";

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

  /** Takes in a comparison. Lanes that came or went are sessions that did, so that what there is is read anew. */
  async takeComparison(comparison: LaneComparison): Promise<void> {
    const before = this.#current?.comparisons.find(({ id }) => id === comparison.id);
    this.change((now) => withComparison(now, comparison));
    if (before === undefined || !hasSameLanes(before, comparison)) await this.read();
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

/** In whatever order. */
function hasSameLanes(one: LaneComparison, other: LaneComparison): boolean {
  const sessions = new Set(one.lanes.map(({ session }) => session));
  return one.lanes.length === other.lanes.length && other.lanes.every(({ session }) => sessions.has(session));
}
