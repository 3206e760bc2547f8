import type { SessionId } from "$contract";
import type { Done } from "$session/history.svelte";
import type { SessionState } from "$session/session.svelte";

/** Something that was done, in a session if it belongs to one. */
export type Told = Done & { id: number; session: SessionId | null };

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

  readonly #session: () => SessionState | null;
  #told = $state.raw<Told | null>(null);
  #done = $state.raw<Told[]>([]);
  #count = 0;

  constructor(session: () => SessionState | null) {
    this.#session = session;
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
    if (told === null || told.session === null) return true;
    const session = this.#session();
    return session?.id === told.session && (told.isAlways === true || session.phase === "idle");
  }
}
