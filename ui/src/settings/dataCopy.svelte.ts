import type { CommandError, CopiedData } from "$contract";
import { asHostError, type Host } from "$host/host";

/** A copy of everything a person has here, and what came of it. */
export class DataCopyState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly isBusy = $derived.by(() => this.#isBusy);
  readonly copied = $derived.by(() => this.#copied);
  readonly error = $derived.by(() => this.#error);

  readonly #host: Host;
  #isOpen = $state(false);
  #isBusy = $state(false);
  #copied = $state.raw<CopiedData | null>(null);
  #error = $state.raw<CommandError | null>(null);

  constructor(host: Host) {
    this.#host = host;
  }

  open(): void {
    this.#isOpen = true;
    this.#copied = null;
    this.#error = null;
  }

  close(): void {
    this.#isOpen = false;
  }

  async copy(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#copied = null;
    this.#error = null;
    try {
      this.#copied = await this.#host.call("data_copy", {});
    } catch (error) {
      this.#error = asHostError(error);
    } finally {
      this.#isBusy = false;
    }
  }
}
