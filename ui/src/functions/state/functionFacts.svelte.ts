import type { FunctionFacts, FunctionName } from "$contract";
import { asHostError, type Host } from "$host/host";
import type { CommandError } from "$contract";

/** What is known of the function that is looked at, fetched when it is. */
export class FunctionFactsState {
  readonly facts = $derived.by(() => this.#facts);
  readonly error = $derived.by(() => this.#error);

  #facts = $state.raw<FunctionFacts | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #asked: FunctionName | null = null;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  async load(name: FunctionName): Promise<void> {
    this.#asked = name;
    this.#error = null;
    try {
      const facts = await this.#host.call("function_facts", { function: name });
      if (this.#asked === name) this.#facts = facts;
    } catch (error) {
      if (this.#asked !== name) return;
      this.#facts = null;
      this.#error = asHostError(error);
    }
  }

  /** Throws away what was recorded of the function that is looked at. */
  forget(): Promise<void> {
    return this.#forget("recordings_forget");
  }

  /** Takes back what was agreed to for good. */
  forgetConsent(): Promise<void> {
    return this.#forget("consent_forget");
  }

  async #forget(command: "recordings_forget" | "consent_forget"): Promise<void> {
    const name = this.#asked;
    if (name === null) return;
    try {
      await this.#host.call(command, { function: name });
    } catch (error) {
      this.#error = asHostError(error);
      return;
    }
    await this.load(name);
  }
}
