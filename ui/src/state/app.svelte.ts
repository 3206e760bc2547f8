import { SvelteMap } from "svelte/reactivity";
import type { ChoicePlan, CommandError, ModelId, Overview, SessionId, SessionSummary } from "$contract";
import { asHostError, type Host } from "$host/host";
import { assertNever } from "$state/assertNever";
import { hearing } from "$state/hearing";
import { takeProgress } from "$state/progress";
import type { Done } from "$state/history.svelte";
import { SessionState } from "$state/session.svelte";
import type { TurnPhase } from "$state/status";

export type Notice = { id: number; error: CommandError };

/** What was done last, in a session if it belongs to one. */
export type Told = Done & { id: number; session: SessionId | null };

/** The whole window: what there is, which session is open, and what went wrong. */
export class AppState {
  readonly overview = $derived.by(() => this.#overview);
  readonly session = $derived.by(() => this.#session);
  /** Why there is nothing to show at all. */
  readonly problem = $derived.by(() => this.#problem);
  readonly notices = $derived.by(() => this.#notices);
  /** What was done last and can be taken back, as long as nothing else is under way in that session. */
  readonly told = $derived.by(() => {
    const told = this.#told;
    if (told === null || told.session === null) return told;
    return this.#session?.id === told.session && this.#session.phase === "idle" ? told : null;
  });
  readonly sessions = $derived.by(() => withOpen(this.#overview?.sessions ?? [], this.#session));
  readonly loadProblems = $derived.by(() =>
    (this.#overview?.problems ?? []).filter((problem) => !this.#dismissed.includes(problem)),
  );

  readonly host: Host;
  /** Who is told when there is something new about sources. */
  hearSources: (version: number) => void = () => undefined;
  #overview = $state.raw<Overview | null>(null);
  #session = $state.raw<SessionState | null>(null);
  #problem = $state.raw<CommandError | null>(null);
  #notices = $state.raw<Notice[]>([]);
  #told = $state.raw<Told | null>(null);
  #dismissed = $state.raw<string[]>([]);
  /** Sessions that were open before stay as they were left, with what was being written in them. */
  readonly #opened = new SvelteMap<SessionId, SessionState>();
  #noticeCount = 0;

  constructor(host: Host) {
    this.host = host;
  }

  /** Reads what there is and opens the session that changed last, so that work goes on where it stood. */
  async load(): Promise<void> {
    this.#problem = null;
    try {
      this.#overview = await this.host.call("overview", {});
    } catch (error) {
      this.#problem = asHostError(error);
      return;
    }
    const last = this.sessions[0];
    if (this.#session === null && last !== undefined) this.open(last.id);
  }

  open(id: SessionId): void {
    if (this.#session?.id === id) return;
    if (this.#session !== null) {
      this.#overview = withSummaries(this.#overview, this.sessions);
      this.#session.leave();
    }
    const session = this.#opened.get(id) ?? this.#newSession(id);
    this.#opened.set(id, session);
    this.#session = session;
    session.follow();
  }

  async create(model: ModelId | null): Promise<SessionState | null> {
    try {
      const summary = await this.host.call("session_create", { model });
      return this.add(summary);
    } catch (error) {
      this.report(asHostError(error));
      return null;
    }
  }

  /** Takes up a session that is new, and opens it. */
  add(summary: SessionSummary): SessionState | null {
    const others = this.sessions.filter(({ id }) => id !== summary.id);
    this.#overview = withSummaries(this.#overview, [summary, ...others]);
    this.open(summary.id);
    return this.#session;
  }

  async rename(session: SessionId, title: string): Promise<void> {
    try {
      await this.host.call("session_rename", { session, title });
    } catch (error) {
      this.report(asHostError(error));
      return;
    }
    const sessions = this.sessions.map((summary) =>
      summary.id === session ? { ...summary, title } : summary,
    );
    this.#overview = withSummaries(this.#overview, sessions);
  }

  /** Puts a session into the bin. Where it was open, the one that changed last is opened. */
  async discard(session: SessionId): Promise<void> {
    const title = this.sessions.find(({ id }) => id === session)?.title ?? "The session";
    const isDone = await this.#change(() => this.host.call("session_discard", { session }));
    if (!isDone) return;
    if (this.#session?.id === session) {
      this.#session.leave();
      this.#session = null;
    }
    this.#opened.delete(session);
    this.tell({ message: `“${title}” is in the bin.`, undo: () => this.restore(session) }, null);
    const next = this.sessions[0];
    if (this.#session === null && next !== undefined) this.open(next.id);
  }

  restore(session: SessionId): Promise<boolean> {
    return this.#change(() => this.host.call("session_restore", { session }));
  }

  /** Deletes a session of the bin for good. */
  erase(session: SessionId): Promise<boolean> {
    return this.#change(() => this.host.call("session_erase", { session }));
  }

  /** How a session's turn stands. Of one that is not followed any more only a stop is still known. */
  phaseOf(id: SessionId): TurnPhase {
    const phase = this.#opened.get(id)?.phase ?? "idle";
    return this.#session?.id === id || phase === "paused" ? phase : "idle";
  }

  /** Reads a function choice as Semantic Kernel writes it. Nothing, where it can't be read. */
  async readChoice(text: string): Promise<ChoicePlan | null> {
    try {
      return await this.host.call("choice_read", { text });
    } catch (error) {
      this.report(asHostError(error));
      return null;
    }
  }

  report(error: CommandError): void {
    switch (error.code) {
      case "notWaiting":
        // Somebody was faster. The log tells what happened.
        return;
      case "storeUnavailable":
        this.#problem = error;
        return;
      case "storeFull":
      case "failed":
        this.#noticeCount += 1;
        this.#notices = [...this.#notices.slice(-2), { id: this.#noticeCount, error }];
        return;
      default:
        assertNever(error.code);
    }
  }

  /** Tells what was done, so that it can be taken back. */
  tell(done: Done, session: SessionId | null): void {
    this.#noticeCount += 1;
    this.#told = { ...done, id: this.#noticeCount, session };
  }

  forget(id: number): void {
    if (this.#told?.id === id) this.#told = null;
  }

  async undo(): Promise<void> {
    const told = this.#told;
    this.#told = null;
    await told?.undo();
  }

  dismiss(id: number): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }

  dismissLoadProblem(problem: string): void {
    this.#dismissed = [...this.#dismissed, problem];
  }

  #newSession(id: SessionId): SessionState {
    return new SessionState(
      id,
      hearing(this.host, {
        functionsChanged: (version) => void this.#functionsChanged(version),
        sourcesChanged: (version) => this.hearSources(version),
        progressed: (session, told) => takeProgress(this.#opened.get(session)?.timeline, told),
      }),
      (error) => this.report(error),
      (done) => this.tell(done, id),
      () => this.#overview?.functions ?? [],
    );
  }

  /** Reads anew what functions there are, if that is not what is known. Told again and again, it reads once. */
  async #functionsChanged(version: number): Promise<void> {
    const overview = this.#overview;
    if (overview === null || version <= overview.functionsVersion) return;
    this.#overview = { ...overview, functionsVersion: version };
    await this.#change(() => Promise.resolve());
  }

  /** Does something to the list of sessions and reads it anew. */
  async #change(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.#overview = await this.host.call("overview", {});
      return true;
    } catch (error) {
      this.report(asHostError(error));
      return false;
    }
  }
}

/** The open session's log knows better than the list what it is called and when it changed. */
function withOpen(sessions: SessionSummary[], open: SessionState | null): SessionSummary[] {
  const current = sessions.map((summary) => {
    if (open === null || open.id !== summary.id || !open.isLoaded) return summary;
    const { title, changedAt } = open.timeline;
    return { ...summary, title, changed: changedAt ?? summary.changed };
  });
  return current.sort((one, other) => other.changed - one.changed);
}

function withSummaries(overview: Overview | null, sessions: SessionSummary[]): Overview | null {
  return overview === null ? null : { ...overview, sessions };
}
