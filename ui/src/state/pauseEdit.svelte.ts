import type { Decision, JsonValue, Outcome, Pause } from "$contract";
import { argumentsFault, prettyJson } from "$state/json";
import { JsonEdit } from "$state/jsonEdit.svelte";
import type { CallState } from "$state/model";
import { ResultEdit } from "$state/resultEdit.svelte";

/** What a person is about to answer: the arguments, a result in the call's place, or a refusal. */
export type EditMode = "arguments" | "result" | "decline";

/** What a person writes at one stop. It lives outside of the card, so that scrolling away loses nothing. */
export class PauseEdit {
  readonly pause: Pause;
  readonly mode = $derived.by(() => this.#mode);
  readonly arguments: JsonEdit;
  readonly reason = $derived.by(() => this.#reason);
  /** Set when an answer was refused here, so that the editor says why. */
  readonly isRefused = $derived.by(() => this.#isRefused);
  readonly result: ResultEdit;
  /** Whether only the beginning of the arguments is here, so that they can't be changed. */
  readonly isPartial: boolean;
  readonly isChanged = $derived.by(() => {
    if (this.mode === "arguments") return this.arguments.isChanged && !this.isPartial;
    return this.mode === "decline" || this.result.isChanged || this.pause.place.type === "beforeCall";
  });

  #mode = $state<EditMode>("arguments");
  #reason = $state("");
  #isRefused = $state(false);

  constructor(pause: Pause, call: CallState | null, schema: JsonValue | null) {
    this.pause = pause;
    const given = prettyJson(call?.call?.arguments.raw ?? "");
    this.arguments = new JsonEdit({ given, schema, faultOf: argumentsFault });
    this.isPartial = (call?.largeArguments ?? null) !== null;
    const isAfter = pause.place.type === "afterCall";
    this.result = new ResultEdit(isAfter ? (call?.ended ?? null) : null, call?.largeResult ?? null);
    if (isAfter) this.#mode = "result";
  }

  show(mode: EditMode): void {
    this.#mode = mode;
    this.#isRefused = false;
  }

  writeReason(text: string): void {
    this.#reason = text;
  }

  refuse(): void {
    this.#isRefused = true;
  }

  /** What the editor says should happen, or nothing where what stands in it can't be used. */
  decision(): Decision | null {
    if (!this.isChanged) return { type: "continue" };
    switch (this.#mode) {
      case "arguments":
        return this.arguments.fault === null ? { type: "editArguments", raw: this.arguments.text } : null;
      case "result":
        return written(this.result.outcome);
      case "decline":
        return { type: "decline", reason: this.#reason.trim() };
    }
  }
}

function written(outcome: Outcome | null): Decision | null {
  return outcome === null ? null : { type: "writeResult", outcome };
}
