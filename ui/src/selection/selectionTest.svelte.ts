import type { CommandError, MeasuredSelection, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";

/** A retrieval test made of sessions: the calls that were made are what should have been offered. */
export class SelectionTest {
  readonly found = $derived.by(() => this.#found);
  readonly error = $derived.by(() => this.#error);
  readonly isRunning = $derived.by(() => this.#isRunning);

  readonly #host: Host;
  #found = $state.raw<MeasuredSelection | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #isRunning = $state(false);

  constructor(host: Host) {
    this.#host = host;
  }

  /** Over one session, or over all. */
  async run(session: SessionId | null): Promise<void> {
    this.#isRunning = true;
    this.#error = null;
    try {
      this.#found = await this.#host.call("selection_measure", { session });
    } catch (error) {
      this.#error = asHostError(error);
    }
    this.#isRunning = false;
  }
}
