import type { CommandError } from "$contract";
import { asHostError } from "$host/host";

/** Work that is done once at a time, and what went wrong with it the last time. */
export class Attempt {
  readonly error = $derived.by(() => this.#error);
  readonly isBusy = $derived.by(() => this.#isBusy);

  #error = $state.raw<CommandError | null>(null);
  #isBusy = $state(false);

  /** True where the work was done. Nothing is begun while something is under way. */
  async make(work: () => Promise<void>): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#error = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.#error = asHostError(error);
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  /** For what is read to be shown: it waits for nothing, and nothing waits for it. */
  async beside(work: Promise<void>): Promise<void> {
    this.#error = null;
    try {
      await work;
    } catch (error) {
      this.failed(error);
    }
  }

  /** For work beside it, which may go on at the same time. */
  failed(error: unknown): void {
    this.#error = asHostError(error);
  }

  forget(): void {
    this.#error = null;
  }
}
