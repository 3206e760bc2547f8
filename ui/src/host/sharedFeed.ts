import { say } from "$language/say";
import type { CommandError, Delivery, FeedItem, Follow, SessionId } from "$contract";
import { FIRST_WAIT, isBeside, LONGEST_WAIT, onFrom, pause } from "$host/feed";
import { asHostError, HostError } from "$host/host";

/** One connection that carries the feeds of all these sessions. It delivers until it ends. */
export type ConnectAll = (
  follows: Follow[],
  deliver: (delivery: Delivery) => void,
  signal: AbortSignal,
) => Promise<void>;

const ATTEMPTS = 7;

type Followed = {
  args: Follow;
  /** The last entry that came. */
  after: number;
  /** A person has been shown why it halted, and takes it up again. */
  isHalted: boolean;
  onItem: (item: FeedItem) => void;
  onLost: (error: CommandError) => void;
};

/**
 * All feeds of a page over one connection, because a browser opens only a few to one address. Whenever another session
 * is followed, and when the connection breaks, everything is followed again from the last entry that came.
 */
export class SharedFeed {
  readonly #connect: ConnectAll;
  readonly #followed = new Map<SessionId, Followed>();
  #connection = new AbortController();
  #isAsked = false;
  #attempts = 0;

  constructor(connect: ConnectAll) {
    this.#connect = connect;
  }

  follow(args: Follow, onItem: (item: FeedItem) => void, onLost: (error: CommandError) => void): () => void {
    const followed = { args, after: args.after, isHalted: false, onItem, onLost };
    this.#followed.set(args.session, followed);
    this.#again();
    return () => {
      if (this.#followed.get(args.session) !== followed) return;
      this.#followed.delete(args.session);
      this.#again();
    };
  }

  /** Connects anew, once however many sessions come and go at the same time. */
  #again(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      this.#attempts = 0;
      this.#connection.abort();
      this.#connection = new AbortController();
      void this.#run(this.#connection.signal);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (this.#live().length > 0) {
      const broken = await this.#attempt(signal);
      if (signal.aborted) return;
      this.#attempts += 1;
      if (broken instanceof HostError || this.#attempts === ATTEMPTS) {
        this.#lose(asHostError(broken ?? new Error(say("The application does not answer."))));
        return;
      }
      if (this.#live().length > 0)
        await pause(Math.min(FIRST_WAIT * 2 ** (this.#attempts - 1), LONGEST_WAIT));
      if (wasStopped(signal)) return;
    }
  }

  async #attempt(signal: AbortSignal): Promise<unknown> {
    const follows = this.#live().map(({ args, after }) => onFrom(args, after));
    try {
      await this.#connect(follows, (delivery) => this.#deliver(delivery, signal), signal);
      return null;
    } catch (error) {
      return error;
    }
  }

  #deliver({ session, item, refused }: Delivery, signal: AbortSignal): void {
    const followed = this.#followed.get(session);
    if (signal.aborted || followed === undefined) return;
    if (refused !== undefined) {
      this.#followed.delete(session);
      followed.onLost(asHostError(refused));
      return;
    }
    if (item === undefined) return;
    this.#attempts = 0;
    const last = item.type === "entries" ? item.entries.at(-1) : undefined;
    if (last !== undefined) followed.after = last.seq;
    if (item.type === "opened") followed.after = item.window.to;
    if (!isBeside(item)) followed.isHalted = item.type === "halted";
    followed.onItem(item);
  }

  #live(): Followed[] {
    return [...this.#followed.values()].filter(({ isHalted }) => !isHalted);
  }

  #lose(error: CommandError): void {
    const lost = this.#live();
    for (const { args } of lost) this.#followed.delete(args.session);
    for (const { onLost } of lost) onLost(error);
  }
}

/** Read in a function because the signal changes while the loop waits. */
function wasStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}
