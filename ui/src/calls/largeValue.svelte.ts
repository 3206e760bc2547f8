import type { LargeValue, LocatedValue, Passage, SavedFile, SessionId } from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";

/** Read at once, in bytes. */
const PART = 64 * 1024;

/** What is shown before a place that was found, in bytes. */
const BEFORE = 2 * 1024;

/** Parts that are kept. Earlier ones make room for later ones, so that the page stays small. */
const KEPT = 16;

/** A large value, looked into part by part. */
export class LargeValueState {
  readonly value = $derived.by(() => this.#value);
  readonly title = $derived.by(() => this.#title);
  readonly parts = $derived.by(() => this.#parts);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly saved = $derived.by(() => this.#saved);
  /** What the last search came to: a place in bytes, nothing more to find, or no search yet. */
  readonly found = $derived.by(() => this.#found);
  /** The part a path has led to, if it led anywhere. */
  readonly located = $derived.by(() => this.#located);
  readonly from = $derived(this.parts[0]?.from ?? 0);
  readonly to = $derived(this.parts.at(-1)?.to ?? 0);
  readonly isAtEnd = $derived.by(() => this.#value === null || this.to >= this.#value.size);

  readonly #host: Host;
  readonly #attempt = new Attempt();
  readonly #session: () => SessionId | null;
  #value = $state.raw<LargeValue | null>(null);
  #title = $state("");
  #parts = $state.raw<Passage[]>([]);
  #saved = $state.raw<SavedFile | null>(null);
  #located = $state.raw<LocatedValue | "nowhere" | null>(null);
  #found = $state<number | "nowhere" | null>(null);

  constructor(host: Host, session: () => SessionId | null) {
    this.#host = host;
    this.#session = session;
  }

  async open(value: LargeValue, title: string): Promise<void> {
    this.#value = value;
    this.#title = title;
    this.#parts = [];
    this.#found = null;
    this.#located = null;
    this.#saved = null;
    await this.more();
  }

  close(): void {
    this.#value = null;
    this.#parts = [];
  }

  /** Reads the next part. */
  async more(): Promise<void> {
    await this.#try(async (args) => {
      const next = await this.#host.call("body_read", { ...args, from: this.to, length: PART });
      this.#parts = [...this.#parts, next].slice(-KEPT);
    });
  }

  /** Goes back to the beginning. */
  async rewind(): Promise<void> {
    this.#parts = [];
    this.searchAnew();
    await this.more();
  }

  /** Shows where a text stands next, behind the place where it was found before. */
  async find(text: string): Promise<void> {
    if (text === "") return;
    await this.#try(async (args) => {
      const from = typeof this.#found === "number" ? this.#found + 1 : 0;
      const { at } = await this.#host.call("body_find", { ...args, text, from });
      this.#found = at ?? "nowhere";
      if (at === null) return;
      const part = { ...args, from: Math.max(0, at - BEFORE), length: PART };
      this.#parts = [await this.#host.call("body_read", part)];
    });
  }

  /** Shows the part a path leads to: `$.items[3].name`. */
  async locate(path: string): Promise<void> {
    if (path.trim() === "") return;
    await this.#try(async (args) => {
      const { place } = await this.#host.call("body_locate", { ...args, path });
      this.#located = place ?? "nowhere";
      if (place === null) return;
      const length = Math.min(PART, place.to - place.from);
      this.#found = null;
      this.#parts = [await this.#host.call("body_read", { ...args, from: place.from, length })];
    });
  }

  /** The next search begins at the beginning again. */
  searchAnew(): void {
    this.#found = null;
    this.#located = null;
  }

  async save(fileName: string): Promise<void> {
    await this.#try(async (args) => {
      this.#saved = await this.#host.call("body_save", { ...args, fileName });
    });
  }

  async #try(work: (args: { session: SessionId; body: number }) => Promise<void>): Promise<void> {
    const [session, value] = [this.#session(), this.#value];
    if (session === null || value === null) return;
    await this.#attempt.make(() => work({ session, body: value.body }));
    // What was closed meanwhile stays closed.
    if (this.#value === null) this.#parts = [];
  }
}
