import type { SessionId } from "$contract";

/** What is being written, for each session, and what was said before. */
export class ComposerState {
  #texts = $state<Record<SessionId, string>>({});
  #said = $state.raw<string[]>([]);
  #recalled = $state<number | null>(null);

  textFor(session: SessionId): string {
    return this.#texts[session] ?? "";
  }

  write(session: SessionId, text: string): void {
    this.#texts[session] = text;
    this.#recalled = null;
  }

  /** Empties the text once it has been said. */
  sent(session: SessionId): void {
    const text = this.textFor(session);
    this.#said = [...this.#said.filter((earlier) => earlier !== text), text];
    this.write(session, "");
  }

  /** Steps through what was said before. Says whether there was anything. */
  recall(session: SessionId, steps: -1 | 1, before: string[]): boolean {
    const said = [...before, ...this.#said.filter((text) => !before.includes(text))];
    const place = (this.#recalled ?? said.length) + steps;
    if (place < 0 || place > said.length || (this.#recalled === null && this.textFor(session) !== ""))
      return false;
    this.#texts[session] = said[place] ?? "";
    this.#recalled = place === said.length ? null : place;
    return true;
  }
}
