import { say } from "$language/say";
import type { McpServer, McpTransport, Notice, PastedServer } from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";

type Values = Readonly<Record<string, string>>;

const NEW: McpServer = {
  id: "",
  title: "",
  transport: { type: "command", program: "", arguments: [], folder: null, variables: [], inherited: [] },
  seconds: 60,
  isEnabled: true,
};

/** A server as it is being written. Secrets are in here from when they are typed to when they are saved. */
export class ServerDraft {
  readonly settings = $derived.by(() => this.#settings);
  readonly variables = $derived.by(() => this.#variables);
  readonly headers = $derived.by(() => this.#headers);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  /** The servers of a text that was pasted and are still to be looked at, and what could not be read of it. */
  readonly pasted = $derived.by(() => this.#pasted);
  readonly notes = $derived.by(() => this.#notes);
  readonly isNew = $derived.by(() => this.#settings.id === "");
  /** The servers that were added. */
  readonly added = $derived.by(() => this.#added);
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #settings = $state.raw<McpServer>(NEW);
  #variables = $state.raw<Values>({});
  #headers = $state.raw<Values>({});
  #pasted = $state.raw<PastedServer[]>([]);
  #notes = $state.raw<readonly Notice[]>([]);
  #added = $state.raw<readonly McpServer[]>([]);

  constructor(host: Host, settings: McpServer | null) {
    this.#host = host;
    if (settings !== null) this.#settings = settings;
  }

  change(settings: Partial<McpServer>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  transport(transport: McpTransport): void {
    this.change({ transport });
  }

  chooseTransport(type: McpTransport["type"]): void {
    if (type === this.#settings.transport.type) return;
    this.transport(type === "command" ? NEW.transport : { type: "http", address: "", headers: [] });
  }

  /** Words divided by blanks, with quotes around those that hold blanks. */
  setLine(line: string): void {
    const { transport } = this.#settings;
    if (transport.type !== "command") return;
    const [program = "", ...words] = wordsOf(line);
    this.transport({ ...transport, program, arguments: words });
  }

  /** A name with a value, or without one where it is taken away. */
  setValue(before: string, name: string, value: string | null): void {
    const { transport } = this.#settings;
    const isCommand = transport.type === "command";
    const { [before]: old, ...others } = isCommand ? this.#variables : this.#headers;
    const kept = value ?? old;
    const values = name === "" || kept === undefined ? others : { ...others, [name]: kept };
    const named = (isCommand ? transport.variables : transport.headers).filter(
      (other) => other !== before && other !== name,
    );
    const names = name === "" ? named : [...named, name];
    if (isCommand) {
      this.transport({ ...transport, variables: names });
      this.#variables = values;
    } else {
      this.transport({ ...transport, headers: names });
      this.#headers = values;
    }
  }

  /** Reads servers as another program has written them. The first is taken up, the others wait. */
  async read(text: string): Promise<boolean> {
    return this.#attempt.make(async () => {
      const { servers, notes } = await this.#host.call("servers_read", { text });
      this.#notes = notes;
      this.#pasted = servers;
      this.#next();
    });
  }

  /** True where there is nothing more to set up. */
  async save(): Promise<boolean> {
    const isSaved = await this.#attempt.make(async () => {
      const [variables, headers] = [typedIn(this.#variables), typedIn(this.#headers)];
      const settings = this.#settings;
      const saved = await this.#host.call("server_save", { settings, variables, headers });
      if (settings.id === "") this.#added = [...this.#added, saved];
    });
    if (!isSaved) return false;
    if (this.#pasted.length === 0) return true;
    this.#next();
    return false;
  }

  #next(): void {
    const [next, ...others] = this.#pasted;
    this.#pasted = others;
    if (next === undefined) return;
    this.#settings = next.settings;
    this.#variables = definedIn(next.variables);
    this.#headers = definedIn(next.headers);
    this.#notes = [...this.#notes, ...next.notes];
  }

  #obstacleOf(): string | null {
    const { title, transport } = this.#settings;
    if (title.trim() === "") return say("Give it a name");
    if (transport.type === "command" && transport.program.trim() === "")
      return say("Write the command that starts it");
    return transport.type === "http" && transport.address.trim() === "" ? say("Write its address") : null;
  }
}

function definedIn(values: Record<string, string | undefined>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A field that was emptied changes nothing of what is kept. */
function typedIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
}

export function wordsOf(line: string): string[] {
  const words = line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g);
  return [...words].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, "$1") ?? single ?? bare ?? "",
  );
}

export function lineOf(words: string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}
