import type { SessionId } from "$contract";
import type { Done } from "$session/history.svelte";
import type { SessionState } from "$session/session.svelte";

/** Something that was done, in a session or a comparison if it belongs to one. */
export type Told = Done & { id: number; session: SessionId | null };

/** The session and the comparison that are open. */
type Open = { readonly session: SessionState | null; readonly lanes: { readonly id: SessionId } | null };

/** So many steps are taken back one after the other. */
const MOST = 20;

/** What was done and can be taken back, as long as nothing else is under way in its session. */
export class UndoingState {
  /** What was done last, until nobody needs to read it any more. */
  readonly told = $derived.by(() => (this.#isFree(this.#told) ? this.#told : null));
  /** What is taken back next, told or not. */
  readonly next = $derived.by(() => {
    const last = this.#done.at(-1) ?? null;
    return this.#isFree(last) ? last : null;
  });

  readonly #open: Open;
  #told = $state.raw<Told | null>(null);
  #done = $state.raw<Told[]>([]);
  #count = 0;

  constructor(open: Open) {
    this.#open = open;
  }

  tell(done: Done, session: SessionId | null): void {
    this.#count += 1;
    const told = { ...done, id: this.#count, session };
    // What is told offers to take back what was done last, and nothing else.
    this.#told = done.isQuiet === true ? null : told;
    this.#done = [...this.#done.slice(1 - MOST), told];
  }

  forget(id: number): void {
    if (this.#told?.id === id) this.#told = null;
  }

  async undo(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    this.#done = this.#done.filter(({ id }) => id !== next.id);
    this.forget(next.id);
    await next.undo();
  }

  #isFree(told: Told | null): boolean {
    const { session, lanes } = this.#open;
    if (told === null || told.session === null || told.session === lanes?.id) return true;
    return session?.id === told.session && (told.isAlways === true || session.phase === "idle");
  }
}
