import { say } from "$language/say";
import { SvelteSet } from "svelte/reactivity";
import type { DraftContent, DraftLook, HttpDraft, PluginDraft } from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";
import { argumentsFault } from "$shared/text/json";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { wordsOf } from "$functions/state/templateWords";

/** What a plugin is made of. */
export type PluginKind = "openApi" | "http" | "script";

type Request = Omit<HttpDraft, "parameters" | "query" | "headers" | "body"> & {
  /** A pair a line: `name: value`. */
  query: string;
  headers: string;
  body: string;
};

const PLAIN = /^[A-Za-z0-9_-]{1,64}$/;
const NOTHING: Request = {
  name: "",
  description: "",
  method: "GET",
  url: "",
  query: "",
  headers: "",
  body: "",
};

/** A plugin while a person writes it. */
export class PluginMaking {
  readonly kind: PluginKind;
  readonly id = $derived.by(() => this.#id);
  readonly description = $derived.by(() => this.#description);
  readonly look = $derived.by(() => this.#look);
  readonly request = $derived.by(() => this.#request);
  readonly server = $derived.by(() => this.#server);
  readonly privateHosts = $derived.by(() => this.#privateHosts);
  readonly keys = $derived.by(() => this.#keys);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  readonly obstacle = $derived.by(() => this.#obstacleOf());
  /** The operations that are left out, by their places. */
  readonly leftOut = new SvelteSet<string>();
  /** The schema of the arguments. It follows the templates until a person writes it. */
  readonly parameters = $derived.by(() => {
    const given = JSON.stringify(schemaOf(this.#words()), null, 2);
    return this.#written ?? new JsonEdit({ given, schema: null, faultOf: argumentsFault });
  });

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #id = $state("");
  #description = $state("");
  #document = "";
  #look = $state.raw<DraftLook | null>(null);
  #server = $state("");
  #privateHosts = $state("");
  #keys = $state.raw<Record<string, string>>({});
  #request = $state.raw<Request>(NOTHING);
  #written = $state.raw<JsonEdit | null>(null);

  constructor(host: Host, kind: PluginKind) {
    this.#host = host;
    this.kind = kind;
  }

  name(id: string): void {
    this.#id = id;
  }

  describe(description: string): void {
    this.#description = description;
  }

  serve(server: string): void {
    this.#server = server;
  }

  reach(hosts: string): void {
    this.#privateHosts = hosts;
  }

  setKey(name: string, variable: string): void {
    this.#keys = { ...this.#keys, [name]: variable.trim() };
  }

  ask(change: Partial<Request>): void {
    // What a person wrote of the schema stays, whatever becomes of the templates.
    if (this.parameters.isChanged) this.#written = this.parameters;
    this.#request = { ...this.#request, ...change };
  }

  choose(place: string, isWanted: boolean): void {
    if (isWanted) this.leftOut.delete(place);
    else this.leftOut.add(place);
  }

  /** Reads a document. Its name is the plugin's, until a person gives it another. */
  async read(document: string): Promise<void> {
    await this.#attempt.make(async () => {
      this.#document = document;
      this.leftOut.clear();
      const draft = { ...this.draft(), id: "document" };
      this.#look = await this.#host.call("document_read", draft);
      const { title } = this.#look;
      if (this.#id === "") this.#id = plain(title);
      if (this.#description === "") this.#description = title;
    });
  }

  async make(): Promise<boolean> {
    return this.#attempt.make(async () => {
      await this.#host.call("source_make", this.draft());
    });
  }

  draft(): PluginDraft {
    return { id: this.#id.trim(), description: this.#description.trim(), content: this.#content() };
  }

  #content(): DraftContent {
    const privateHosts = this.#privateHosts.split(/[\s,]+/).filter((host) => host !== "");
    switch (this.kind) {
      case "openApi": {
        const places = this.#look?.operations.map(({ place }) => place) ?? [];
        const chosen = places.filter((place) => !this.leftOut.has(place));
        return {
          type: "openApi",
          document: this.#document,
          server: this.#server.trim() === "" ? null : this.#server.trim(),
          operations: chosen.length === places.length ? null : chosen,
          keys: Object.fromEntries(Object.entries(this.#keys).filter(([, variable]) => variable !== "")),
          privateHosts,
        };
      }
      case "http":
        return { type: "http", request: this.#asked(), environment: this.#variables(), privateHosts };
      case "script":
        return { type: "script" };
    }
  }

  #asked(): HttpDraft {
    const { name, description, method, url, query, headers, body } = this.#request;
    return {
      name: name.trim(),
      description: description.trim(),
      method,
      url: url.trim(),
      parameters: this.parameters.value ?? {},
      query: pairs(query) ?? {},
      headers: pairs(headers) ?? {},
      body: body.trim() === "" ? null : body,
    };
  }

  #templates(): string {
    const { url, query, headers, body } = this.#request;
    return [url, query, headers, body].join("\n");
  }

  #words(): string[] {
    return wordsOf(this.#templates()).filter((word) => word !== "env" && word !== "arguments");
  }

  /** The variables of the environment that are put into the request. */
  #variables(): string[] {
    const names = [...this.#templates().matchAll(/\benv\.([A-Za-z_]\w*)/g)].map(([, name]) => name ?? "");
    return names.filter((name, place) => names.indexOf(name) === place);
  }

  #obstacleOf(): string | null {
    if (this.kind === "openApi" && this.#look === null) return say("Read a document first");
    if (this.kind === "openApi" && this.#look?.operations.length === this.leftOut.size)
      return say("Choose an operation");
    if (this.kind === "http") {
      if (this.#request.name.trim() === "") return say("Name the function");
      if (this.#request.url.trim() === "") return say("Write the address");
      if (pairs(this.#request.query) === null || pairs(this.#request.headers) === null)
        return say("Write “name: value” in each line");
      if (this.parameters.fault !== null) return this.parameters.fault.message;
    }
    if (this.#id.trim() === "") return say("Name the plugin");
    return PLAIN.test(this.#id.trim()) ? null : say("A plugin’s name has letters, digits, - and _");
  }
}

function plain(title: string): string {
  const words = title.toLowerCase().split(/[^a-z0-9]+/);
  return words
    .filter((word) => word !== "")
    .join("-")
    .slice(0, 64);
}

/** Nothing, where a line is no pair. */
function pairs(text: string): Record<string, string> | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const all = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  return all.includes(null) ? null : Object.fromEntries(all.map((one) => [one?.[1] ?? "", one?.[2] ?? ""]));
}

function schemaOf(words: string[]): object {
  const properties = Object.fromEntries(words.map((word) => [word, { type: "string" }]));
  return words.length === 0
    ? { type: "object", properties }
    : { type: "object", properties, required: words };
}
