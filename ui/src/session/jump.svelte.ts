import type { Hit, MessageId, SessionId } from "$contract";
import type { LookingState } from "$session/looking.svelte";
import { callKey, type Timeline } from "$timeline/model";
import type { Row } from "$session/rows";

/** Something to be shown, wherever it is. */
export type Place = Pick<Hit, "session" | "kind" | "message" | "item" | "answer" | "call">;

type Session = { readonly looking: LookingState; reach(message: MessageId): Promise<void> };

/** The look that shows the branch of a place: what is looked at, and how often that had ended when it began. */
type Look = { looking: LookingState; ended: number };

/** Where the transcript is to be taken. */
export class JumpState {
  /** Nothing once it is shown, or once somebody looks elsewhere: nobody is drawn back then. */
  readonly target = $derived.by(() => (this.#isOver() ? null : this.#target));

  #target = $state.raw<Place | null>(null);
  #look = $state.raw<Look | null>(null);

  to(place: Place): void {
    this.#target = place.message === null ? null : place;
    this.#look = null;
  }

  /** The place a session is to show. */
  in(session: SessionId): Place | null {
    return this.target?.session === session ? this.target : null;
  }

  /** Shows the branch of a place, however long ago it was said. False if it is not there any more. */
  async uncover(place: Place, session: Session): Promise<boolean> {
    const { looking } = session;
    await session.reach(messageOf(place));
    // Somebody may look for something else by now.
    if (this.target !== place) return true;
    const isThere = looking.at(messageOf(place));
    if (isThere) this.#look = { looking, ended: looking.ended };
    else this.arrived();
    return isThere;
  }

  arrived(): void {
    this.#target = null;
  }

  #isOver(): boolean {
    return this.#look !== null && this.#look.looking.ended !== this.#look.ended;
  }
}

/** The message that has to be on the branch: with its result, if it is a call that has one. */
export function messageOf({ message, answer }: Place): MessageId {
  return answer ?? message ?? "";
}

/** The row that shows a place, or that of its message, or -1. */
export function rowOf(rows: Row[], timeline: Timeline, place: Place): number {
  const node = timeline.messages.of(place.message);
  if (node === undefined) return -1;
  const { id } = node.message;
  if (place.kind === "problem") {
    const ending = rows.findIndex((row) => row.type === "ending" && row.turn.lastMessage === id);
    if (ending >= 0) return ending;
  }
  const key = place.call === null ? null : callKey(node.scope, place.call);
  const call = rows.findIndex((row) => row.type === "call" && row.call === key);
  if (call >= 0) return call;
  // Rows are named after the round they were said in, or after their message.
  const names = [`${node.scope}/${place.item ?? 0}`, `${id}/${place.item ?? 0}`];
  const item = rows.findIndex((row) => names.includes(row.key));
  if (item >= 0) return item;
  return rows.findIndex((row) => row.key === id || row.leads?.message.id === id);
}

/** What has to be folded open so that a row shows what it holds. */
export function foldOf(row: Row): string | null {
  if (row.type === "call") return row.call;
  return row.type === "reasoning" ? row.key : null;
}
