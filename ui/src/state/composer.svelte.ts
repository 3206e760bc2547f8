import type { SessionId } from "$contract";

/** What is being written, for each session, and what was said before. */
export class ComposerState {
  #texts = $state<Record<SessionId, string>>({});
  #said = $state.raw<string[]>([]);
  /** Counts how often the keys were asked for. */
  readonly wanted = $derived.by(() => this.#wanted);
  #wanted = $state(0);
  #recalled = $state<number | null>(null);
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
    this.#recalled = null;
  }

  /** Puts a text in the place of what is being written, which can be recalled, and asks for the keys. */
  replace(session: SessionId, text: string): void {
    const earlier = this.textFor(session);
    if (earlier.trim() !== "") this.#said = [...this.#said.filter((said) => said !== earlier), earlier];
    this.write(session, text);
    this.#wanted += 1;
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
