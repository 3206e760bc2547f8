import type {
  CommandError,
  Exchange,
  ExchangeId,
  Language,
  ModelId,
  SharedPrefix,
  WireEvent,
} from "$contract";
import { asHostError, type Host } from "$host/host";

/** The exchange that is looked at. Exchanges are large, so they are fetched only then. */
export class WireState {
  readonly exchange = $derived.by(() => this.#exchange);
  readonly error = $derived.by(() => this.#error);
  /** The beginning that the request has in common with the one before it. */
  readonly shared = $derived.by(() => this.#shared);

  #exchange = $state.raw<Exchange<WireEvent> | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #shared = $state.raw<SharedPrefix | null>(null);
  #asked: ExchangeId | null = null;
  #hasAll = false;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** An exchange that was complete when it was fetched is not fetched again. */
  async load(exchange: ExchangeId, isComplete: boolean): Promise<void> {
    if (this.#asked === exchange && this.#hasAll) return;
    if (this.#asked !== exchange) this.#exchange = null;
    this.#hasAll = false;
    this.#asked = exchange;
    this.#error = null;
    try {
      const found = await this.#host.call("exchange_read", { exchange });
      if (!this.#isWanted(exchange)) return;
      this.#exchange = found;
      this.#hasAll = isComplete;
    } catch (error) {
      if (this.#isWanted(exchange)) this.#error = asHostError(error);
    }
  }

  /** Holds a request against the one before it. Where they can't be compared, nothing is told. */
  async compare(before: ExchangeId | null, exchange: ExchangeId): Promise<void> {
    this.#shared = null;
    if (before === null) return;
    const found = await this.#host.call("exchanges_shared", { before, exchange }).catch(() => null);
    if (this.#isWanted(exchange)) this.#shared = found?.shared ?? null;
  }

  /** An exchange beside the one that is looked at. Nothing, where it can't be had. */
  read(exchange: ExchangeId): Promise<Exchange<WireEvent> | null> {
    return this.#host.call("exchange_read", { exchange }).catch(() => null);
  }

  /** A program that sends what was sent. */
  async code(exchange: ExchangeId, model: ModelId, language: Language): Promise<string> {
    const of = { type: "exchange" as const, exchange, model };
    return (await this.#host.call("request_code", { of, language })).text;
  }

  /** Another one may have been asked for in the meantime. */
  #isWanted(exchange: ExchangeId): boolean {
    return this.#asked === exchange;
  }
}
