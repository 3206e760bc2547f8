import type { ExchangeId, Notice, Timestamp } from "$contract";
import type { Host } from "$host/host";
import { type Attempt, storyOf } from "$wire/exchange";

/** The first wait of a request that failed is half a second, so nothing is missed by looking a little later. */
const FIRST_LOOK = 900;
const NEXT_LOOK = 1000;
/** A request of this many letters takes longer to read, and is looked at less often. */
const LARGE = 200_000;
const NEXT_LOOK_AT_LARGE = 4000;

/** Why a request is sent again, which attempt that is, and when. */
export type Again = { reason: Notice | null; attempt: number; at: Timestamp | null };

/** The times a request was sent. They are part of its exchange, and looked up there while its answer is waited for. */
export class AttemptsState {
  readonly attempts = $derived.by(() => this.#attempts);
  readonly again = $derived.by(() => againOf(this.#attempts));
  /** Whether the request waits until its model has room for it. */
  readonly isQueued = $derived.by(() => this.#isQueued);

  readonly #host: Host;
  #attempts = $state.raw<readonly Attempt[]>([]);
  #isQueued = $state(false);
  /** The exchange that is looked at, and for how many. */
  #watched: { exchange: ExchangeId; count: number; end: () => void } | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Reads an exchange that is complete. */
  async load(exchange: ExchangeId): Promise<void> {
    await this.#read(exchange);
  }

  /** Looks at an exchange again and again, until what it returns is called. Everyone who watches it shares the looks. */
  watch(exchange: ExchangeId): () => void {
    if (this.#watched?.exchange !== exchange) {
      this.#watched?.end();
      this.#watched = { exchange, count: 0, end: this.#look(exchange) };
    }
    const watched = this.#watched;
    watched.count += 1;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      watched.count -= 1;
      if (watched.count === 0) watched.end();
      if (watched.count === 0 && this.#watched === watched) this.#watched = null;
    };
  }

  #look(exchange: ExchangeId): () => void {
    [this.#attempts, this.#isQueued] = [[], false];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const length = await this.#read(exchange);
      if (!isOver) timer = setTimeout(() => void look(), length > LARGE ? NEXT_LOOK_AT_LARGE : NEXT_LOOK);
    };
    timer = setTimeout(() => void look(), FIRST_LOOK);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  /** How long the request is. An exchange that can't be read yet tells nothing. */
  async #read(exchange: ExchangeId): Promise<number> {
    const found = await this.#host.call("exchange_read", { exchange }).catch(() => null);
    if (found === null) return 0;
    const { attempts, isQueued } = storyOf(found);
    [this.#attempts, this.#isQueued] = [attempts, isQueued];
    return found.sent.length;
  }
}

/** Nothing, as long as the first attempt is the only one. */
export function againOf(attempts: readonly Attempt[]): Again | null {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  if (last.wait !== null && last.failedAt !== null)
    return { reason: last.reason, attempt: last.number + 1, at: last.failedAt + last.wait };
  const before = attempts.at(-2);
  return before === undefined ? null : { reason: before.reason, attempt: last.number, at: null };
}
