import type { Done } from "$session/history.svelte";

/** Changes that follow each other within this time are one: a number is written digit by digit. */
const ONE_GO = 1500;

/** What is set in a session, change by change, so that each can be taken back. */
export class SettingSteps {
  readonly #tell: (done: Done) => void;
  #last: { what: string; at: number } | null = null;

  constructor(tell: (done: Done) => void) {
    this.#tell = tell;
  }

  /** Takes in that something was set. What is undone is the first of changes that are one. */
  note(what: string, undo: () => Promise<boolean>): void {
    const now = Date.now();
    const isOne = this.#last?.what === what && now - this.#last.at < ONE_GO;
    this.#last = { what, at: now };
    if (!isOne) this.#tell({ message: "", undo, isAlways: true, isQuiet: true });
  }
}
