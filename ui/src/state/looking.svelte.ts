import type { MessageId } from "$contract";
import { newestLeaf } from "$state/branches";
import type { Timeline } from "$state/model";
import { pathTo } from "$state/path";
import { moveHead } from "$state/timeline";

/**
 * A branch that is only looked at. The log knows nothing of it: what is said next still follows the head, and so
 * looking ends when the session goes on.
 */
export class LookingState {
  /** The session as it would be at the end of that branch. */
  readonly timeline = $derived.by(() => (this.#seq === this.#session.seq ? this.#timeline : null));

  readonly #session: Timeline;
  #timeline = $state.raw<Timeline | null>(null);
  /** How long the log was then. */
  #seq = $state(0);

  constructor(session: Timeline) {
    this.#session = session;
  }

  /** Shows the branch of a message, unless it is on the one that is shown anyway. False if there is no such message. */
  at(message: MessageId): boolean {
    if (this.#session.messages[message] === undefined) return false;
    const shown = this.timeline ?? this.#session;
    if (isOnPath(shown, message)) return true;
    this.end();
    if (isOnPath(this.#session, message)) return true;
    const copy = $state.snapshot<unknown>(this.#session) as Timeline;
    moveHead(copy, newestLeaf(copy, message));
    this.#timeline = copy;
    this.#seq = this.#session.seq;
    return true;
  }

  end(): void {
    this.#timeline = null;
  }
}

function isOnPath(timeline: Timeline, message: MessageId): boolean {
  return pathTo(timeline, timeline.head).some((node) => node.message.id === message);
}
