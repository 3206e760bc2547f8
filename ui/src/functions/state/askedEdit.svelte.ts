import { say } from "$language/say";
import type { JsonValue, ModelId, PersonAnswer, PersonRequest } from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";
import { argumentsFault, prettyNode } from "$shared/text/json";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { shapeOf } from "$editor/schema";
import { starter } from "$editor/schemaForm";

/** What a server asks, while the person thinks about the answer. */
export class AskedEdit {
  readonly request: PersonRequest;
  /** The values of a form. */
  readonly form: JsonEdit | null;
  /** What is said in a model's place, or was drafted by one. */
  readonly text = $derived.by(() => this.#text);
  readonly model = $derived.by(() => this.#model);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  readonly isDrafting = $derived.by(() => this.#isDrafting);
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #text = $state("");
  #model = $state<ModelId>("");
  /** Who wrote what stands in the text, as the server is told. */
  #author = "person";
  #isDrafting = $state(false);

  constructor(host: Host, request: PersonRequest, model: ModelId) {
    this.#host = host;
    this.request = request;
    this.#model = model;
    this.form = request.asks.type === "form" ? formOf(request.asks.schema) : null;
  }

  write(text: string): void {
    this.#text = text;
  }

  choose(model: ModelId): void {
    this.#model = model;
  }

  /** Lets the model answer. What it says can be changed before the server gets it. */
  async draft(): Promise<void> {
    if (this.#isDrafting) return;
    this.#isDrafting = true;
    this.#attempt.forget();
    try {
      const drafted = await this.#host.call("answer_draft", {
        request: this.request.id,
        model: this.#model,
      });
      this.#text = drafted.text;
      this.#author = drafted.model;
    } catch (error) {
      this.#attempt.failed(error);
    } finally {
      this.#isDrafting = false;
    }
  }

  /** Gives the server what it asked for. */
  accept(): Promise<boolean> {
    if (this.obstacle !== null) return Promise.resolve(false);
    switch (this.request.asks.type) {
      case "form":
        return this.send({ type: "accept", value: JSON.parse(this.form?.text ?? "{}") as JsonValue });
      case "visit":
        return this.send({ type: "accept", value: null });
      case "sample":
        return this.send({ type: "say", text: this.#text, model: this.#author });
    }
  }

  async send(answer: PersonAnswer): Promise<boolean> {
    return this.#attempt.make(async () => {
      await this.#host.call("request_answer", { request: this.request.id, answer });
    });
  }

  #obstacleOf(): string | null {
    if (this.request.asks.type === "sample")
      return this.#text.trim() === "" ? say("Write an answer first") : null;
    if (this.form === null) return null;
    const [problem] = this.form.problems;
    return this.form.fault?.message ?? (problem === undefined ? null : problem.message);
  }
}

/** What a person begins with: what has to be there, and the defaults the server proposes. */
function formOf(schema: JsonValue): JsonEdit {
  const begun = JSON.parse(prettyNode(starter(shapeOf(schema, schema), schema))) as JsonValue;
  const given = JSON.stringify({ ...objectOf(begun), ...defaultsIn(schema) }, null, 2);
  return new JsonEdit({ given, schema, faultOf: argumentsFault });
}

function objectOf(value: JsonValue | undefined): Record<string, JsonValue> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function defaultsIn(schema: JsonValue): Record<string, JsonValue> {
  const properties = objectOf(objectOf(schema)["properties"]);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const proposed = objectOf(property)["default"];
      return proposed === undefined ? [] : [[name, proposed]];
    }),
  );
}
