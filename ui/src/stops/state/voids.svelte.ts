import type { DraftRequest, Message, Preview } from "$contract";
import type { Host } from "$host/host";
import { whenStill } from "$shared/stillness";
import { hasKeptThoughts, type Voids, voidsOf } from "$stops/state/voids";

/** How long what is written must stand still before a draft is asked for. */
const STILL_FOR = 400;

/** Which thoughts the request ahead would have in vain. */
export class VoidsState {
  readonly voids = $derived.by(() => this.#voids);

  readonly #host: Host;
  #voids = $state.raw<Voids | null>(null);
  #callOff: () => void = () => undefined;
  /** Counts what was asked, so that a late answer is not taken for the last. */
  #asked = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Looks soon. Nobody is asked where no thought can be void. */
  want(draft: DraftRequest, messages: readonly Message[]): void {
    this.#callOff();
    if (!hasKeptThoughts(messages)) this.rest();
    else this.#callOff = whenStill(STILL_FOR, () => void this.#ask(draft, messages));
  }

  rest(): void {
    this.#callOff();
    this.#asked += 1;
    this.#voids = null;
  }

  async #ask(draft: DraftRequest, messages: readonly Message[]): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const [now, earlier] = await Promise.all([this.#draft(draft), this.#unchanged(draft)]);
    if (asked === this.#asked) this.#voids = now === null ? null : voidsOf(now, messages, earlier);
  }

  /** What would be void had the turn just gone on is not the doing of the answer. */
  #unchanged({ source, ...draft }: DraftRequest): Promise<Preview | null> {
    if (source.type !== "ahead" || source.answer === undefined) return Promise.resolve(null);
    const { pause, pace } = source.answer;
    return this.#draft({
      ...draft,
      source: { ...source, answer: { pause, decision: { type: "continue" }, pace } },
    });
  }

  /** Where there is no draft, nothing is told: sending says what is wrong. */
  #draft(draft: DraftRequest): Promise<Preview | null> {
    return this.#host.call("request_draft", draft).catch(() => null);
  }
}
