import type { FunctionFacts, FunctionName, FunctionOf, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";
import type { CommandError } from "$contract";

/** What is known of the function that is looked at, fetched when it is. */
export class FunctionFactsState {
  readonly facts = $derived.by(() => this.#facts);
  readonly error = $derived.by(() => this.#error);

  #facts = $state.raw<FunctionFacts | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #asked: FunctionOf | null = null;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** As the session has the function, or without one as the application does. */
  load(session: SessionId | null, name: FunctionName): Promise<void> {
    return this.#load({ session, function: name });
  }

  async #load(asked: FunctionOf): Promise<void> {
    this.#asked = asked;
    this.#error = null;
    try {
      const facts = await this.#host.call("function_facts", asked);
      if (this.#asked === asked) this.#facts = facts;
    } catch (error) {
      if (this.#asked !== asked) return;
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
    const asked = this.#asked;
    if (asked === null) return;
    try {
      await this.#host.call(command, { function: asked.function });
    } catch (error) {
      this.#error = asHostError(error);
      return;
    }
    await this.#load(asked);
  }
}
