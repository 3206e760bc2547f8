import type {
  CommandError,
  Found,
  Hit,
  IndexState,
  QueryFault,
  SearchOrder,
  SessionHits,
  SessionId,
} from "$contract";
import { asHostError, type Host } from "$host/host";

/** The hits of one session. */
export type HitGroup = SessionHits & { hits: Hit[] };

/** How long typing must pause before it is searched for. */
const PAUSE = 90;
/** How long until it is asked again while sessions are still being read. */
const AGAIN = 400;
const AT_ONCE = 50;

/** What is looked for, and what was found of it. */
export class SearchState {
  readonly text = $derived.by(() => this.#text);
  readonly isActive = $derived.by(() => this.#text.trim() !== "");
  readonly order = $derived.by(() => this.#order);
  /** The one session that is searched, if it is not all of them. */
  readonly session = $derived.by(() => this.#session);
  readonly fault = $derived.by(() => this.#fault);
  readonly error = $derived.by(() => this.#error);
  readonly index = $derived.by(() => this.#index);
  readonly total = $derived.by(() => this.#total);
  readonly groups = $derived.by(() => grouped(this.#hits, this.#sessions));
  /** The hits in the order they are shown. */
  readonly hits = $derived(this.groups.flatMap(({ hits }) => hits));
  readonly chosen = $derived.by(() => Math.min(this.#chosen, this.hits.length - 1));
  readonly hasMore = $derived.by(() => this.#hits.length < this.#total);
  /** Whether what is shown is the answer to what stands in the field. */
  readonly isAnswered = $derived.by(() => this.#isAnswered);
  /** Counts up whenever the field is to be typed in. */
  readonly wanted = $derived.by(() => this.#wanted);

  readonly #host: Host;
  readonly #zone: string | null;
  #text = $state("");
  #order = $state<SearchOrder>("best");
  #session = $state<SessionId | null>(null);
  #fault = $state.raw<QueryFault | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #index = $state.raw<IndexState>({ type: "current" });
  #hits = $state.raw<Hit[]>([]);
  #sessions = $state.raw<SessionHits[]>([]);
  #total = $state(0);
  #chosen = $state(-1);
  #isAnswered = $state(false);
  #wanted = $state(0);
  /** Answers to earlier questions come too late. */
  #question = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, zone: string | null = null) {
    this.#host = host;
    this.#zone = zone;
  }

  /** Takes the focus to the field. */
  want(): void {
    this.#wanted += 1;
  }

  write(text: string): void {
    this.#text = text;
    this.#chosen = -1;
    this.#later(PAUSE);
  }

  clear(): void {
    this.#session = null;
    this.write("");
  }

  sort(order: SearchOrder): void {
    this.#order = order;
    this.#later(0);
  }

  /** Looks only in one session, or in all again. */
  narrow(session: SessionId | null): void {
    this.#session = session;
    this.#chosen = -1;
    this.#later(0);
  }

  /** Chooses another hit, so many further down. */
  step(by: number): void {
    const { length } = this.hits;
    if (length === 0) return;
    const next = this.chosen < 0 && by < 0 ? length - 1 : this.chosen + by;
    this.#chosen = (next + length) % length;
  }

  choose(place: number): void {
    this.#chosen = place;
  }

  /** Asks for the hits behind those that are there. */
  async more(): Promise<void> {
    if (this.hasMore) await this.#ask(this.#hits.length);
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#question += 1;
    this.#isAnswered = false;
    if (this.isActive) this.#timer = setTimeout(() => void this.#ask(0), milliseconds);
    else this.#take({ hits: [], total: 0, sessions: [] }, 0);
  }

  async #ask(offset: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#question += 1;
    const question = this.#question;
    const args = {
      text: this.#text,
      session: this.#session,
      order: this.#order,
      offset,
      limit: AT_ONCE,
      zone: this.#zone,
    };
    try {
      const { outcome, index } = await this.#host.call("search", args);
      if (question !== this.#question) return;
      this.#index = index;
      if (outcome.type === "found") this.#take(outcome.found, offset);
      // What was found before stays, because a query half typed asks for nothing else yet.
      else this.#fault = outcome.fault;
      if (index.type === "reading" && offset === 0) this.#timer = setTimeout(() => void this.#ask(0), AGAIN);
    } catch (error) {
      if (question !== this.#question) return;
      this.#error = asHostError(error);
    }
    this.#isAnswered = true;
  }

  #take(found: Found, offset: number): void {
    const before = offset === 0 ? [] : this.#sessions;
    const isNew = ({ session }: SessionHits): boolean => !before.some((known) => known.session === session);
    this.#hits = offset === 0 ? found.hits : [...this.#hits, ...found.hits];
    this.#sessions = [...before, ...found.sessions.filter(isNew)];
    this.#total = found.total;
    this.#fault = null;
    this.#error = null;
  }
}

/** The sessions in the order of their first hits, each with all of its own. */
function grouped(hits: Hit[], sessions: SessionHits[]): HitGroup[] {
  const groups = sessions.map((session): HitGroup => ({ ...session, hits: [] }));
  const bySession = new Map(groups.map((group) => [group.session, group]));
  for (const hit of hits) bySession.get(hit.session)?.hits.push(hit);
  return groups;
}
