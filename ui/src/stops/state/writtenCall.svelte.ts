import { say } from "$language/say";
import type { FunctionName, FunctionSpec, WrittenCall } from "$contract";
import { argumentsFault, prettyNode } from "$shared/text/json";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { shapeOf } from "$editor/schema";
import { starter } from "$editor/schemaForm";

/** A call that no model made, while a person writes it: its function, which need not exist, and its arguments. */
export class WrittenCallEdit {
  readonly name = $derived.by(() => this.#name);
  /** The function of this name, where there is one. */
  readonly spec = $derived.by(() => this.#spec);
  readonly arguments = $derived.by(() => this.#arguments);
  /** Why no function is named. */
  readonly nameObstacle = $derived.by(() => (this.#name.trim() === "" ? say("Name a function first") : null));
  /** Why the call can't be made as it stands. */
  readonly obstacle = $derived.by(() => this.nameObstacle ?? this.#arguments.fault?.message ?? null);

  #name = $state("");
  #spec = $state.raw<FunctionSpec | null>(null);
  #arguments = $state.raw<JsonEdit>(editOf("{}", null));

  /** Names the function. What was written so far stays, where it is more than a beginning. */
  nameFunction(name: string, functions: FunctionSpec[]): void {
    const before = this.#arguments;
    const spec = functions.find((known) => writtenName(known.name) === name.trim()) ?? null;
    this.#name = name;
    this.#spec = spec;
    if (spec === null) {
      if (before.schema !== null || name === "") this.#arguments = editOf("{}", null);
      return;
    }
    const shape = shapeOf(spec.parameters, spec.parameters);
    const given = prettyNode(starter(shape, spec.parameters));
    this.#arguments = editOf(given, spec.parameters);
    if (before.isChanged) this.#arguments.write(before.text);
  }

  call(): WrittenCall {
    return { function: this.#spec?.name ?? readName(this.#name.trim()), raw: this.#arguments.text };
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
