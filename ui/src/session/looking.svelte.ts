import type { MessageId } from "$contract";
import { newestLeaf } from "$timeline/branches";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";
import { moveHead } from "$timeline/timeline";

/**
 * A branch that is only looked at. The log knows nothing of it: what is said next still follows the head, and so
 * looking ends when the session goes on elsewhere. Marks, settings and an answer that streams are no reason to end it.
 */
export class LookingState {
  /** The session as it would be at the end of that branch. */
  readonly timeline = $derived.by(() => {
    const timeline = this.#timeline;
    return timeline === null ? null : { ...timeline, marks: this.#session.marks };
  });
  /** How often a look ended. One that ended never goes on, so what counts on it can tell. */
  readonly ended = $derived.by(() => this.#ended);

  /** A message of the branch that stands beside the shown one, while they are compared. */
  readonly compared = $derived.by(() => this.#compared);

  readonly #session: Timeline;
  #timeline = $state.raw<Timeline | null>(null);
  #ended = $state(0);
  #compared = $state<MessageId | null>(null);
  /** Where the session went on then. */
  #goesOn = "";

  constructor(session: Timeline) {
    this.#session = session;
  }

  /** Shows the branch of a message, unless it is on the one that is shown anyway. False if there is no such message. */
  at(message: MessageId): boolean {
    if (!this.#session.messages.has(message)) return false;
    const shown = this.timeline ?? this.#session;
    if (isOnPath(shown, message)) return true;
    this.end();
    if (isOnPath(this.#session, message)) return true;
    this.#show(newestLeaf(this.#session, message));
    return true;
  }

  /** Sets the branch of a message beside the one that goes on, or puts it away. */
  compare(message: MessageId | null): void {
    this.#compared = message;
  }

  /** Looks at the same branch with what was read of the session since. */
  renew(): void {
    if (this.timeline !== null) this.#show(this.timeline.head);
  }

  end(): void {
    this.#timeline = null;
    this.#ended += 1;
  }

  /** To be called whenever the log went on. */
  changed(): void {
    if (this.#timeline !== null && this.#goesOn !== goesOn(this.#session)) this.end();
  }

  #show(leaf: MessageId | null): void {
    const copy = copyOf(this.#session);
    moveHead(copy, leaf);
    this.#timeline = copy;
    this.#goesOn = goesOn(this.#session);
  }
}

/** Names the place at which a session goes on: its head, and the turn that does. */
function goesOn({ head, turnOrder }: Timeline): string {
  return `${head} ${turnOrder.at(-1)}`;
}

/** A timeline of its own, with the same messages: those never change. */
function copyOf({ messages, calls, marks, ...rest }: Timeline): Timeline {
  return { ...($state.snapshot<unknown>(rest) as typeof rest), messages, calls: calls.copy(), marks };
}

function isOnPath(timeline: Timeline, message: MessageId): boolean {
  return pathTo(timeline, timeline.head).some((node) => node.message.id === message);
}
