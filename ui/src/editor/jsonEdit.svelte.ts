import { say } from "$language/say";
import { SvelteMap } from "svelte/reactivity";
import type { JsonValue } from "$contract";
import type { CodeDraft } from "$editor/codeDraft";
import {
  type JsonFault,
  type JsonNode,
  prettyJson,
  prettyNode,
  readJson,
  writeInline,
} from "$shared/text/json";
import { type JsonPath, nodeAt, pointerOf, withNode, withoutNode } from "$editor/jsonEdits";
import { repairJson } from "$shared/text/repairJson";
import { check } from "$editor/schemaCheck";

/** Above this a page does not check every keystroke. The application checks in any case. */
const LONGEST_CHECKED = 200_000;

/** What stands in a field of the form while it is no value yet, and the value it stands beside. */
type Unready = { text: string; beside: string };

type Options = {
  given: string;
  schema: JsonValue | null;
  /** Why a text can't be used though it is JSON, or is none. */
  faultOf: (text: string) => JsonFault | null;
  /** JSON where nothing is said. */
  language?: CodeDraft["language"];
};

/** JSON that a person writes as text or in a form, and what it was at first. The text is what counts. */
export class JsonEdit implements CodeDraft {
  readonly language: CodeDraft["language"];
  readonly given: string;
  readonly schema: JsonValue | null;
  readonly text = $derived.by(() => this.#text);
  readonly isChanged = $derived.by(() => this.#text !== this.given || this.unready.length > 0);
  readonly node = $derived.by(() => readJson(this.#text).node);
  /** The object that is written, where it is one. */
  readonly value = $derived.by((): Record<string, JsonValue> | null =>
    this.node?.type === "object" && this.fault === null
      ? (JSON.parse(this.#text) as Record<string, JsonValue>)
      : null,
  );
  readonly problems = $derived.by(() => {
    const isShort = this.#text.length <= LONGEST_CHECKED;
    return this.schema === null || this.node === null || !isShort ? [] : check(this.node, this.schema);
  });
  /** The fields of the form that hold no value yet. They must not be taken for what stands beside them. */
  readonly unready = $derived.by(() =>
    [...this.#unready].filter(([pointer, { beside }]) => this.#standing(pointer) === beside),
  );
  readonly fault = $derived.by(() => this.#textFault() ?? this.#formFault());

  /** The JSON that was meant, where the text is nearly some. */
  readonly repaired = $derived.by(() => (this.fault === null ? null : repairJson(this.#text)));

  #text = $state("");
  readonly #faultOf: Options["faultOf"];
  readonly #unready = new SvelteMap<string, Unready & { path: JsonPath }>();

  constructor({ given, schema, faultOf, language = "json" }: Options) {
    this.language = language;
    this.given = given;
    this.schema = schema;
    this.#faultOf = faultOf;
    this.#text = given;
  }

  write(text: string): void {
    this.#text = text;
  }

  restore(): void {
    this.#unready.clear();
    this.write(this.given);
  }

  format(): void {
    this.write(prettyJson(this.#text));
  }

  /** Puts a value into the text. A text that is no JSON is left alone: the form waits for it. */
  put(path: JsonPath, value: JsonNode): void {
    this.#unready.delete(pointerOf(path));
    if (this.node !== null || this.#text.trim() === "")
      this.write(prettyNode(withNode(this.node, path, value)));
  }

  leaveOut(path: JsonPath): void {
    this.#unready.delete(pointerOf(path));
    if (this.node !== null) this.write(prettyNode(withoutNode(this.node, path)));
  }

  /** Takes what a person types into a field that wants JSON: a number, or any value. */
  type(path: JsonPath, text: string, isFit: (node: JsonNode) => boolean): void {
    const { node } = readJson(text);
    if (node !== null && isFit(node)) this.put(path, node);
    else {
      const pointer = pointerOf(path);
      this.#unready.set(pointer, { text, path, beside: this.#inline(path) });
    }
  }

  /** What a field shows while it holds no value, or nothing where it holds one. */
  unreadyText(path: JsonPath): string | null {
    const unready = this.#unready.get(pointerOf(path));
    return unready?.beside === this.#inline(path) ? unready.text : null;
  }

  #standing(pointer: string): string {
    return this.#inline(this.#unready.get(pointer)?.path ?? []);
  }

  #inline(path: JsonPath): string {
    const node = nodeAt(this.node, path);
    return node === null ? "" : writeInline(node);
  }

  #textFault(): JsonFault | null {
    return this.#faultOf(this.#text);
  }

  #formFault(): JsonFault | null {
    const [first] = this.unready;
    if (first === undefined) return null;
    const [pointer, { text }] = first;
    const shown =
      text.trim() === "" ? say("is empty") : say("holds {text}, which is no value", { text: text.trim() });
    return { message: say("The field {pointer} {shown}", { pointer, shown }), line: 0, column: 0 };
  }
}
