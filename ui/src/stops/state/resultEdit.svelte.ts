import { say } from "$language/say";
import { check } from "$editor/schemaCheck";
import { modelOf } from "$editor/schemaForm";
import type { JsonValue, LargeValue, Media, Outcome } from "$contract";
import type { CodeDraft } from "$editor/codeDraft";
import { prettyJson, prettyNode, readJson } from "$shared/text/json";
import { looksLikeJson, repairJson } from "$shared/text/repairJson";
import { outputText } from "$content/outcomeText";

export type ResultKind = "json" | "text" | "media" | "nothing" | "error";

/** Larger files make a log that no editor opens well. */
const LARGEST_FILE = 5 * 1024 * 1024;

/** The beginning of a result that is written by hand: what the function returned last, or else the schema it declares. */
export type ResultModel = { last: Outcome | null; schema: JsonValue | null };

const NO_MODEL: ResultModel = { last: null, schema: null };

type Given = { kind: ResultKind; text: string; media: Media | null };

/** A result a person writes: JSON, words, a file, nothing at all, or an error as the model should see it. */
export class ResultEdit implements CodeDraft {
  readonly kind = $derived.by(() => this.#kind);
  readonly text = $derived.by(() => this.#text);
  readonly media = $derived.by(() => this.#media);
  readonly given: string;
  readonly schema: JsonValue | null;
  readonly problems = $derived.by(() => {
    const { node } = this.#kind === "json" ? readJson(this.#text) : { node: null };
    return this.schema === null || node === null ? [] : check(node, this.schema);
  });
  readonly language = $derived.by(() => (this.#kind === "json" ? "json" : "text"));
  /** The JSON that was meant, where it is nearly some. */
  readonly repaired = $derived.by(() => (this.#kind === "json" ? repairJson(this.#text) : null));
  /** The same text as JSON, where words look as if JSON was meant. */
  readonly asJson = $derived.by(() => {
    if (this.#kind !== "text" || !looksLikeJson(this.#text)) return null;
    const meant = repairJson(this.#text) ?? { text: this.#text, slips: [] };
    // A function that gives JSON in a text, as those of programs do, means it so.
    const isUsual = this.#given.kind === "text" && looksLikeJson(this.#given.text);
    return isUsual && meant.slips.length === 0 ? null : meant;
  });
  readonly fault = $derived.by(() => (this.#kind === "json" ? readJson(this.#text).fault : null));
  /** Why what stands here can't be used. */
  readonly obstacle = $derived.by(() => {
    if (this.#kind === "media" && this.#media === null) return this.#refused ?? say("Choose a file first");
    return this.fault === null ? null : say("This is not JSON yet");
  });
  readonly isChanged = $derived.by(
    () =>
      this.#text !== this.#given.text || this.#kind !== this.#given.kind || this.#media !== this.#given.media,
  );
  readonly outcome = $derived.by(() =>
    this.obstacle === null ? outcomeOf(this.#kind, this.#text, this.#media) : null,
  );

  #kind = $state<ResultKind>("json");
  #text = $state("");
  #media = $state.raw<Media | null>(null);
  #refused = $state<string | null>(null);
  readonly #given: Given;

  /** The beginning of it, where the function has not returned yet. */
  readonly begins: "empty" | "asLast" | "asSchema";
  /** What the function returned, where it is too large to be changed here. What is written replaces all of it. */
  readonly large: LargeValue | null;

  /** What the function returned is kept beside it. A model is only what it begins with. */
  constructor(from: Outcome | null, large: LargeValue | null = null, model: ResultModel = NO_MODEL) {
    this.large = large;
    this.schema = model.schema;
    const first = from ?? model.last;
    this.#given =
      large === null && first === null && model.schema !== null
        ? { kind: "json", text: prettyNode(modelOf(model.schema)), media: null }
        : given(large === null ? first : null);
    this.begins = from !== null || large !== null ? "empty" : beginning(model);
    this.given = this.begins === "empty" ? this.#given.text : "";
    this.#kind = this.#given.kind;
    this.#text = this.#given.text;
    this.#media = this.#given.media;
  }

  choose(kind: ResultKind): void {
    this.#kind = kind;
  }

  write(text: string): void {
    this.#text = text;
  }

  format(): void {
    this.#text = prettyJson(this.#text);
  }

  /** Puts another result here, as if it had been written. */
  take(outcome: Outcome): void {
    const taken = given(outcome);
    this.#kind = taken.kind;
    this.#text = taken.text;
    this.#media = taken.media;
  }

  /** Takes words that look like JSON for what they look like. */
  takeAsJson(): void {
    const { asJson } = this;
    if (asJson === null) return;
    this.#kind = "json";
    this.#text = prettyJson(asJson.text);
  }

  async takeFile(file: File): Promise<void> {
    this.#refused = file.size > LARGEST_FILE ? say("{name} is larger than 5 MB", { name: file.name }) : null;
    if (this.#refused !== null) return;
    const base64 = await base64Of(file);
    const mimeType = file.type === "" ? "application/octet-stream" : file.type;
    this.#media = { mimeType, source: { type: "inline", base64 } };
  }

  restore(): void {
    this.#kind = this.#given.kind;
    this.#text = this.#given.text;
    this.#media = this.#given.media;
  }
}

function beginning({ last, schema }: ResultModel): ResultEdit["begins"] {
  if (last !== null) return "asLast";
  return schema === null ? "empty" : "asSchema";
}

function given(outcome: Outcome | null): Given {
  const words = (kind: ResultKind, text: string): Given => ({ kind, text, media: null });
  if (outcome === null) return words("text", "");
  switch (outcome.type) {
    case "declined":
      return words("error", outcome.reason);
    case "failed":
      return words("error", outcome.failure.message);
    case "returned":
      switch (outcome.output.type) {
        case "json":
          return words("json", JSON.stringify(outcome.output.value, null, 2));
        case "text":
          return words("text", outcome.output.text);
        case "media":
          return { kind: "media", text: "", media: outcome.output.media };
        case "nothing":
          return words("nothing", "");
        case "several":
          return words("text", outputText(outcome.output));
      }
  }
}

function outcomeOf(kind: ResultKind, text: string, media: Media | null): Outcome | null {
  switch (kind) {
    case "json":
      return { type: "returned", output: { type: "json", value: JSON.parse(text) as JsonValue } };
    case "text":
      return { type: "returned", output: { type: "text", text } };
    case "media":
      return media === null ? null : { type: "returned", output: { type: "media", media } };
    case "nothing":
      return { type: "returned", output: { type: "nothing" } };
    case "error":
      return { type: "failed", failure: { kind: "reported", message: text } };
  }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
