import { say } from "$language/say";
import type { Decision } from "$contract";
import { WrittenCallEdit } from "$stops/state/writtenCall.svelte";

/** An answer that a person writes in the place of the model. It stays while the request is looked at instead. */
export class AnswerEdit {
  /** The attached program that receives the answer, if there is one. */
  readonly program: string | null;
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly text = $derived.by(() => this.#text);
  readonly calls = $derived.by(() => this.#calls);
  /** Why this can't be given as it stands. */
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  #isOpen = $state(false);
  #text = $state("");
  #calls = $state.raw<readonly WrittenCallEdit[]>([]);

  constructor(program: string | null) {
    this.program = program;
  }

  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }

  write(text: string): void {
    this.#text = text;
  }

  addCall(): void {
    this.#calls = [...this.#calls, new WrittenCallEdit()];
  }

  remove(call: WrittenCallEdit): void {
    this.#calls = this.#calls.filter((one) => one !== call);
  }

  /** Names a call by its place among the others. */
  titleOf(call: WrittenCallEdit): string {
    const place = this.#calls.indexOf(call) + 1;
    return say("Call {place} of {count}", { place, count: this.#calls.length });
  }

  decision(): Decision | null {
    if (this.obstacle !== null) return null;
    return { type: "writeAnswer", text: this.#text, calls: this.#calls.map((call) => call.call()) };
  }

  #obstacleOf(): string | null {
    if (this.#calls.length === 0)
      return this.#text.trim() === "" ? say("Write a text or add a call first") : null;
    const faulty = this.#calls.find(({ obstacle }) => obstacle !== null);
    if (faulty === undefined) return null;
    const message = faulty.obstacle ?? "";
    return this.#calls.length === 1
      ? message
      : say("{name}: {message}", { name: this.titleOf(faulty), message });
  }
}
