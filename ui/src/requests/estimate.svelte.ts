import type { EstimatedRequest, RequestSource, SessionId } from "$contract";
import type { Host } from "$host/host";
import { whenStill } from "$shared/stillness";

/** How long what is written must stand still before it is counted. */
const STILL_FOR = 500;

/** About how many tokens the next request of a session would have. */
export class EstimateState {
  readonly estimate = $derived.by(() => this.#estimate);
  readonly isOpen = $derived.by(() => this.#isOpen);

  readonly #host: Host;
  #estimate = $state.raw<EstimatedRequest | null>(null);
  #isOpen = $state(false);
  #callOff: () => void = () => undefined;
  /** Counts what was asked, so that a late answer is not taken for the last. */
  #asked = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Counts soon. Until then what was counted last is shown. */
  want(session: SessionId, source: RequestSource): void {
    this.#callOff();
    this.#callOff = whenStill(STILL_FOR, () => void this.#ask(session, source));
  }

  /** Nothing is about to be sent. */
  rest(): void {
    this.#callOff();
    this.#asked += 1;
    this.#estimate = null;
  }

  toggle(isOpen = !this.#isOpen): void {
    this.#isOpen = isOpen;
  }

  async #ask(session: SessionId, source: RequestSource): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    // Where it can't be told, nothing is: sending is what a person wants, and says what is wrong.
    const found = await this.#host.call("request_estimate", { session, source }).catch(() => null);
    if (asked === this.#asked) this.#estimate = found;
  }
}
