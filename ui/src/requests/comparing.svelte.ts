import { SvelteSet } from "svelte/reactivity";
import type {
  CommandError,
  ComparedRequest,
  Language,
  ModelId,
  RequestSource,
  RequestTarget,
  SessionId,
} from "$contract";
import { asHostError, type Host } from "$host/host";
import { gridOf, holds, rowsOf } from "$requests/comparison";
import { isAttached } from "$content/modelTitle";
import { hasWire } from "$content/naming";

export const FEWEST = 2;
export const MOST = 4;

/** What stands side by side until somebody chooses something else. */
const USUAL: readonly RequestTarget[] = [kind("openai"), kind("anthropic"), kind("gemini")];

/** The same beside a model of a service, most of which speak as OpenAI does. */
const BESIDE: readonly RequestTarget[] = [kind("openai-responses"), kind("anthropic"), kind("gemini")];

const NOTHING_FOLDED: ReadonlySet<string> = new SvelteSet();

/** One request, shown as several protocols would write it. */
export class ComparisonState {
  readonly isOpen = $derived.by(() => this.#session !== null);
  readonly session = $derived.by(() => this.#session);
  readonly source = $derived.by(() => this.#source);
  /** Which request it is, in words. */
  readonly title = $derived.by(() => this.#title);
  readonly targets = $derived.by(() => this.#targets);
  readonly compared = $derived.by(() => this.#compared);
  readonly error = $derived.by(() => this.#error);
  readonly query = $derived.by(() => this.#query);
  readonly rows = $derived.by(() => (this.#compared === null ? [] : rowsOf(this.#compared)));
  readonly found = $derived.by(() => this.rows.filter((row) => holds(row, this.#query)));
  /** What is searched for is shown wherever it is. */
  readonly grid = $derived.by(() =>
    gridOf(this.found, this.#query.trim() === "" ? this.#folded : NOTHING_FOLDED),
  );

  readonly #host: Host;
  #session = $state.raw<SessionId | null>(null);
  #source = $state.raw<RequestSource>({ type: "said", after: null });
  #title = $state("");
  #targets = $state.raw<readonly RequestTarget[]>(USUAL);
  #compared = $state.raw<ComparedRequest | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #query = $state("");
  readonly #folded = new SvelteSet<string>();
  /** Counts the looks, so that a late answer to an earlier one is not taken for the last. */
  #looks = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Opens a request. A model of the session that has a wire of ours stands first, so that the others are held against it. */
  open(session: SessionId, source: RequestSource, title: string, first: ModelId | null): void {
    const own = first !== null && hasWire(first) && !isAttached(first) ? first : null;
    this.#session = session;
    this.#source = source;
    this.#title = title;
    this.#query = "";
    this.#compared = null;
    if (own !== null) {
      const others = this.#targets === USUAL ? BESIDE : this.#targets.filter(({ type }) => type === "kind");
      this.#targets = [{ type: "model" as const, model: own }, ...others].slice(0, MOST);
    } else {
      const kinds = this.#targets.filter(({ type }) => type === "kind");
      this.#targets = kinds.length < FEWEST ? USUAL : kinds;
    }
    void this.#look();
  }

  close(): void {
    this.#session = null;
    this.#looks += 1;
  }

  seek(query: string): void {
    this.#query = query;
  }

  choose(column: number, target: RequestTarget): void {
    this.#set(this.#targets.with(column, target));
  }

  /** Puts a protocol beside the others that is not there yet. */
  add(): void {
    if (this.#targets.length >= MOST) return;
    const there = this.#targets.map((target) => (target.type === "kind" ? target.kind : null));
    const next = this.#compared?.protocols.find((protocol) => !there.includes(protocol.kind));
    this.#set([...this.#targets, kind(next?.kind ?? "mistral")]);
  }

  remove(column: number): void {
    if (this.#targets.length <= FEWEST) return;
    this.#set(this.#targets.toSpliced(column, 1));
  }

  /** Makes a column the one the others are held against. */
  putFirst(column: number): void {
    const target = this.#targets[column];
    if (target !== undefined) this.#set([target, ...this.#targets.toSpliced(column, 1)]);
  }

  isFolded(section: string): boolean {
    return this.#folded.has(section);
  }

  fold(section: string): void {
    if (!this.#folded.delete(section)) this.#folded.add(section);
  }

  /** A program that sends the request of a column. */
  async code(column: number, language: Language): Promise<string> {
    const [session, target] = [this.#session, this.#targets[column]];
    if (session === null || target === undefined) return "";
    const of = { type: "request" as const, session, source: this.#source, target, body: null };
    return (await this.#host.call("request_code", { of, language })).text;
  }

  #set(targets: readonly RequestTarget[]): void {
    this.#targets = targets;
    void this.#look();
  }

  async #look(): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    this.#looks += 1;
    const look = this.#looks;
    this.#error = null;
    try {
      const args = { session, source: this.#source, targets: [...this.#targets] };
      const compared = await this.#host.call("request_compare", args);
      if (look === this.#looks) this.#compared = compared;
    } catch (error) {
      if (look === this.#looks) this.#error = asHostError(error);
    }
  }
}

function kind(name: string): RequestTarget {
  return { type: "kind", kind: name, model: null };
}
