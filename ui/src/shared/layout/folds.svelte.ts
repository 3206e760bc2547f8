import { SvelteSet } from "svelte/reactivity";

/** Whether the strip of branches is hidden. What is hidden in one session is hidden in all. */
export const BRANCHES_HIDDEN = "branches/hidden";

/** What is folded open. It is kept outside of the rows, which come and go while one scrolls. */
export class FoldsState {
  readonly #open = new SvelteSet<string>();

  isOpen(key: string): boolean {
    return this.#open.has(key);
  }

  open(key: string): void {
    this.#open.add(key);
  }

  toggle(key: string): void {
    if (!this.#open.delete(key)) this.#open.add(key);
  }
}
