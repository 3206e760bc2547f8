import type { MessageId } from "$contract";

/** Keeps the focus on the button with which a person goes from version to version, whatever is drawn anew. */
export class VersionFocus {
  /** The version that was asked for, and the name of the button that asked. */
  #asked: { id: MessageId; button: string } | null = null;

  ask(id: MessageId): void {
    this.#asked = { id, button: document.activeElement?.getAttribute("aria-label") ?? "" };
  }

  arrived(id: MessageId) {
    return (frame: HTMLElement): void => {
      if (this.#asked?.id !== id) return;
      frame.querySelector<HTMLElement>(`button[aria-label="${this.#asked.button}"]`)?.focus();
      this.#asked = null;
    };
  }
}
