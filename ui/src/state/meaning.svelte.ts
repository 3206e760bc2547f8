import type { CommandError, MeaningState } from "$contract";
import { asHostError, type Host } from "$host/host";

/** How often is looked while something is under way. */
const EVERY = 400;

/** Whether functions are compared by meaning, and the way there. */
export class Meaning {
  readonly state = $derived.by(() => this.#state);
  readonly error = $derived.by(() => this.#error);
  readonly isFetching = $derived.by(() => this.#isFetching || (this.#state?.fetching ?? null) !== null);

  readonly #host: Host;
  #state = $state.raw<MeaningState | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #isFetching = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Looks once, and again as long as something is under way. */
  async watch(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.#state = await this.#host.call("meaning_state", {});
    } catch (error) {
      this.#error = asHostError(error);
      return;
    }
    const isUnderWay = this.isFetching || this.#state.readiness.type === "embedding";
    if (isUnderWay) this.#timer = setTimeout(() => void this.watch(), EVERY);
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  async fetch(): Promise<void> {
    this.#isFetching = true;
    this.#error = null;
    void this.watch();
    try {
      this.#state = await this.#host.call("meaning_fetch", {});
    } catch (error) {
      this.#error = asHostError(error);
    }
    this.#isFetching = false;
    await this.watch();
  }
}
