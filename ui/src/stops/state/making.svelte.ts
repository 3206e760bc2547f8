import { say } from "$language/say";
import type { FunctionName, FunctionSpec, InjectedCall, MessageId, Outcome, SessionId } from "$contract";
import { argumentsFault, prettyNode } from "$shared/text/json";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { ResultEdit } from "$stops/state/resultEdit.svelte";
import { shapeOf } from "$editor/schema";
import { starter } from "$editor/schemaForm";

/** What a call is made for: one more for the answer a turn stops at, or one in what was said. */
export type MakingFor = { type: "add" } | { type: "inject"; after: MessageId | null; hasMore: boolean };

/** How a call is written: for a function, which need not exist, or as JSON in any provider's form. */
export type MakingForm = "function" | "json";

/** What a function returned last. */
type LastOf = (name: FunctionName) => Outcome | null;

/** A call that no model made, while a person writes it. */
export class MakingState {
  readonly purpose = $derived.by(() => this.#purpose);
  readonly session = $derived.by(() => this.#session);
  readonly form = $derived.by(() => this.#form);
  readonly name = $derived.by(() => this.#name);
  readonly arguments = $derived.by(() => this.#arguments);
  readonly json = $derived.by(() => this.#json);
  readonly hasResult = $derived.by(() => this.#hasResult);
  readonly keepsRest = $derived.by(() => this.#keepsRest && this.#hasResult);
  readonly result = $derived.by(() => this.#result);
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  #purpose = $state.raw<MakingFor | null>(null);
  #session = $state<SessionId | null>(null);
  #form = $state<MakingForm>("function");
  #name = $state("");
  #arguments = $state.raw<JsonEdit>(editOf("{}", null));
  #json = $state.raw<JsonEdit>(editOf("", null));
  #hasResult = $state(true);
  #keepsRest = $state(true);
  #lastOf: LastOf = () => null;
  #result = $state.raw<ResultEdit>(new ResultEdit(null));

  /** A result begins as the last one of the function, where that can be told. */
  open(purpose: MakingFor, session: SessionId, lastOf: LastOf = () => null): void {
    this.#purpose = purpose;
    this.#lastOf = lastOf;
    this.#session = session;
    this.#form = "function";
    this.#result = new ResultEdit(null);
    this.#hasResult = true;
    this.#keepsRest = true;
    this.#json = new JsonEdit({ given: "", schema: null, faultOf: () => null });
    this.nameFunction("", []);
  }

  close(): void {
    this.#purpose = null;
  }

  show(form: MakingForm): void {
    this.#form = form;
  }

  /** Names the function. What was written so far stays, where it is more than a beginning. */
  nameFunction(name: string, functions: FunctionSpec[]): void {
    const before = this.#arguments;
    const spec = functions.find((known) => writtenName(known.name) === name);
    this.#name = name;
    if (spec === undefined) {
      if (before.schema !== null || this.#name === "") this.#arguments = editOf("{}", null);
      return;
    }
    if (!this.#result.isChanged) this.#result = new ResultEdit(null, null, this.#lastOf(spec.name));
    const shape = shapeOf(spec.parameters, spec.parameters);
    const given = prettyNode(starter(shape, spec.parameters));
    this.#arguments = editOf(given, spec.parameters);
    if (before.isChanged) this.#arguments.write(before.text);
  }

  withResult(isWanted: boolean): void {
    this.#hasResult = isWanted;
  }

  keepRest(isWanted: boolean): void {
    this.#keepsRest = isWanted;
  }

  call(functions: FunctionSpec[]): InjectedCall {
    if (this.#form === "json") return { type: "json", text: this.#json.text };
    return { type: "made", function: this.functionName(functions), raw: this.#arguments.text };
  }

  functionName(functions: FunctionSpec[]): FunctionName {
    const known = functions.find(({ name }) => writtenName(name) === this.#name.trim());
    return known?.name ?? readName(this.#name.trim());
  }

  outcome(): Outcome | null {
    return this.#hasResult ? this.#result.outcome : null;
  }

  #obstacleOf(): string | null {
    if (this.#form === "json" && this.#json.text.trim() === "") return say("Paste a call first");
    if (this.#form === "function" && this.#name.trim() === "") return say("Name a function first");
    if (this.#form === "function" && this.#arguments.fault !== null && this.#purpose?.type !== "inject")
      return this.#arguments.fault.message;
    return this.#purpose?.type === "inject" && this.#hasResult ? this.#result.obstacle : null;
  }
}

/** A name as a person writes it: the plugin, a dot, the function. */
export function writtenName({ plugin, function: name }: FunctionName): string {
  return plugin === null ? name : `${plugin}.${name}`;
}

function readName(text: string): FunctionName {
  const at = text.indexOf(".");
  return at < 0
    ? { plugin: null, function: text }
    : { plugin: text.slice(0, at), function: text.slice(at + 1) };
}

function editOf(given: string, schema: FunctionSpec["parameters"] | null): JsonEdit {
  return new JsonEdit({ given, schema, faultOf: argumentsFault });
}
