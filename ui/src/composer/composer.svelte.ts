import type { SessionId } from "$contract";

/** What is being written, for each session, and what was said before. */
export class ComposerState {
  #texts = $state<Record<SessionId, string>>({});
  #said = $state.raw<string[]>([]);
  /** Counts how often the keys were asked for. */
  readonly wanted = $derived.by(() => this.#wanted);
  #wanted = $state(0);
  /** How far each session is back in what was said before. */
  #recalled = $state<Record<SessionId, number | null>>({});
  #speakers = $state<Record<SessionId, string | null>>({});

  textFor(session: SessionId): string {
    return this.#texts[session] ?? "";
  }

  /** The participant who was chosen to answer what is said next. */
  speakerFor(session: SessionId): string | null {
    return this.#speakers[session] ?? null;
  }

  choose(session: SessionId, speaker: string | null): void {
    this.#speakers[session] = speaker;
  }

  write(session: SessionId, text: string): void {
    this.#texts[session] = text;
    this.#recalled[session] = null;
  }

  /** Puts a text in the place of what is being written, which can be recalled, and asks for the keys. */
  replace(session: SessionId, text: string): void {
    const earlier = this.textFor(session);
    if (earlier.trim() !== "") this.#said = [...this.#said.filter((said) => said !== earlier), earlier];
    this.write(session, text);
    this.#wanted += 1;
  }

  /** Keeps what has been said, and empties the text, unless something else was begun meanwhile. */
  sent(session: SessionId, text: string): void {
    this.#said = [...this.#said.filter((earlier) => earlier !== text), text];
    if (this.textFor(session) === text) this.write(session, "");
  }

  /** Steps through what was said before. Says whether there was anything. */
  recall(session: SessionId, steps: -1 | 1, before: string[]): boolean {
    const said = [...before, ...this.#said.filter((text) => !before.includes(text))];
    const recalled = this.#recalled[session] ?? null;
    const place = (recalled ?? said.length) + steps;
    if (place < 0 || place > said.length || (recalled === null && this.textFor(session) !== "")) return false;
    this.#texts[session] = said[place] ?? "";
    this.#recalled[session] = place === said.length ? null : place;
    return true;
  }
}
