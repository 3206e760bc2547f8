import type { JsonValue, LargeValue, Outcome } from "$contract";
import { readJson } from "$state/json";

export type ResultKind = "json" | "text" | "error";

/** A result a person writes: JSON, words, or an error as the model should see it. */
export class ResultEdit {
  readonly kind = $derived.by(() => this.#kind);
  readonly text = $derived.by(() => this.#text);
  readonly fault = $derived.by(() => (this.#kind === "json" ? readJson(this.#text).fault : null));
  readonly isChanged = $derived.by(() => this.#text !== this.#given.text || this.#kind !== this.#given.kind);
  readonly outcome = $derived.by(() => (this.fault === null ? outcomeOf(this.#kind, this.#text) : null));

  #kind = $state<ResultKind>("json");
  #text = $state("");
  readonly #given: { kind: ResultKind; text: string };

  /** What the function returned, where it is too large to be changed here. What is written replaces all of it. */
  readonly large: LargeValue | null;

  constructor(from: Outcome | null, large: LargeValue | null = null) {
    this.large = large;
    this.#given = given(large === null ? from : null);
    this.#kind = this.#given.kind;
    this.#text = this.#given.text;
  }

  choose(kind: ResultKind): void {
    this.#kind = kind;
  }

  write(text: string): void {
    this.#text = text;
  }

  restore(): void {
    this.#kind = this.#given.kind;
    this.#text = this.#given.text;
  }
}

function given(outcome: Outcome | null): { kind: ResultKind; text: string } {
  if (outcome === null) return { kind: "text", text: "" };
  switch (outcome.type) {
    case "declined":
      return { kind: "error", text: outcome.reason };
    case "failed":
      return { kind: "error", text: outcome.failure.message };
    case "returned":
      if (outcome.output.type === "json")
        return { kind: "json", text: JSON.stringify(outcome.output.value, null, 2) };
      return { kind: "text", text: outcome.output.type === "text" ? outcome.output.text : "" };
  }
}

function outcomeOf(kind: ResultKind, text: string): Outcome {
  switch (kind) {
    case "json":
      return { type: "returned", output: { type: "json", value: JSON.parse(text) as JsonValue } };
    case "text":
      return { type: "returned", output: text === "" ? { type: "nothing" } : { type: "text", text } };
    case "error":
      return { type: "failed", failure: { kind: "reported", message: text } };
  }
}
