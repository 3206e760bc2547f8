/* eslint-disable svelte/prefer-svelte-reactivity -- one counter is watched instead of each entry, which is why this is fast */
import type { LargeValue, Message, MessageId, Timestamp, TurnId } from "$contract";

/** A message where it stands. It never changes, and as a class of its own nobody watches what is in it. */
export class MessageNode {
  readonly message: Message;
  readonly at: Timestamp;
  readonly turn: TurnId | null;
  /** The round it was said in, or the message itself where no turn said it. */
  readonly scope: string;
  /** What of the message is shown in part. */
  readonly large: LargeValue[];

  constructor({ message, at, turn, large }: Omit<MessageNode, "scope">, scope: string) {
    this.message = message;
    this.at = at;
    this.turn = turn;
    this.scope = scope;
    this.large = large;
  }
}

/** The messages that follow each message, oldest first. */
export type Following = ReadonlyMap<MessageId | null, readonly MessageId[]>;

/**
 * All that was said in a session, on every branch, in the order in which it came. Only that there is more is watched,
 * not each message: a session of thousands would be slow if each were.
 */
export class Said {
  readonly #nodes = new Map<MessageId, MessageNode>();
  readonly #following = new Map<MessageId | null, MessageId[]>();
  #additions = $state(0);

  get following(): Following {
    this.#watch();
    return this.#following;
  }

  get ids(): MessageId[] {
    this.#watch();
    return [...this.#nodes.keys()];
  }

  get all(): MessageNode[] {
    this.#watch();
    return [...this.#nodes.values()];
  }

  of(id: MessageId | null): MessageNode | undefined {
    this.#watch();
    return id === null ? undefined : this.#nodes.get(id);
  }

  has(id: MessageId | null): boolean {
    return this.of(id) !== undefined;
  }

  add(node: MessageNode): void {
    const { id, parent } = node.message;
    this.#nodes.set(id, node);
    const beside = this.#following.get(parent);
    if (beside === undefined) this.#following.set(parent, [id]);
    else beside.push(id);
    this.#additions += 1;
  }

  #watch(): number {
    return this.#additions;
  }
}
