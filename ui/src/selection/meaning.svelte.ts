import type { CommandError, KnownModel, MeaningState, ModelChoice, Notice } from "$contract";
import { asHostError, type Host } from "$host/host";

/** How often is looked while something is under way. */
const EVERY = 400;

/** The reason for comparing words alone where nothing was fetched yet. */
const MISSING: Notice["id"] = "file-flaw.missing";

/** Whether functions are compared by meaning, and the way there. */
export class Meaning {
  readonly state = $derived.by(() => this.#state);
  readonly error = $derived.by(() => this.#error);
  readonly isFetching = $derived.by(() => this.#isFetching || (this.#state?.fetching ?? null) !== null);

  /** Whether what compares meanings was never fetched, and nobody decided against it. */
  readonly isOffered = $derived.by(() => {
    const state = this.#state;
    if (state === null || state.isRefused || this.isFetching) return false;
    return state.readiness.type === "wordsOnly" && state.readiness.reason.id === MISSING;
  });

  /** The models that can be chosen by name. */
  readonly known = $derived.by(() => this.#known);

  readonly #host: Host;
  #state = $state.raw<MeaningState | null>(null);
  #known = $state.raw<KnownModel[]>([]);
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

  /** Looks which models there are, once they are wanted. */
  async look(): Promise<void> {
    if (this.#known.length > 0) return;
    try {
      this.#known = (await this.#host.call("meaning_models", {})).models;
    } catch (error) {
      this.#error = asHostError(error);
    }
  }

  /** Compares by another model from now on. */
  async choose(model: ModelChoice): Promise<void> {
    this.#error = null;
    try {
      this.#state = await this.#host.call("meaning_choose", { model });
    } catch (error) {
      this.#error = asHostError(error);
    }
    await this.watch();
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  /** Keeps that words alone are enough. */
  async refuse(): Promise<void> {
    this.#error = null;
    try {
      this.#state = await this.#host.call("meaning_refuse", {});
    } catch (error) {
      this.#error = asHostError(error);
    }
  }

  async fetch(): Promise<void> {
    if (this.#isFetching) return;
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
