import { SvelteMap } from "svelte/reactivity";
import type { CommandError, ModelId, Overview, SessionId, SessionSummary } from "$contract";
import { asHostError, type Host } from "$host/host";
import { assertNever } from "$state/assertNever";
import { SessionState } from "$state/session.svelte";
import type { TurnPhase } from "$state/status";

export type Notice = { id: number; error: CommandError };

/** The whole window: what there is, which session is open, and what went wrong. */
export class AppState {
  readonly overview = $derived.by(() => this.#overview);
  readonly session = $derived.by(() => this.#session);
  /** Why there is nothing to show at all. */
  readonly problem = $derived.by(() => this.#problem);
  readonly notices = $derived.by(() => this.#notices);
  readonly sessions = $derived.by(() => withOpen(this.#overview?.sessions ?? [], this.#session));
  readonly loadProblems = $derived.by(() =>
    (this.#overview?.problems ?? []).filter((problem) => !this.#dismissed.includes(problem)),
  );

  readonly host: Host;
  #overview = $state.raw<Overview | null>(null);
  #session = $state.raw<SessionState | null>(null);
  #problem = $state.raw<CommandError | null>(null);
  #notices = $state.raw<Notice[]>([]);
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
    const session = this.#opened.get(id) ?? new SessionState(id, this.host, (error) => this.report(error));
    this.#opened.set(id, session);
    this.#session = session;
    session.follow();
  }

  async create(model: ModelId | null): Promise<SessionState | null> {
    try {
      const summary = await this.host.call("session_create", { model });
      const others = this.sessions.filter(({ id }) => id !== summary.id);
      this.#overview = withSummaries(this.#overview, [summary, ...others]);
      this.open(summary.id);
      return this.#session;
    } catch (error) {
      this.report(asHostError(error));
      return null;
    }
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

  /** How a session's turn stands. Of one that is not followed any more only a stop is still known. */
  phaseOf(id: SessionId): TurnPhase {
    const phase = this.#opened.get(id)?.phase ?? "idle";
    return this.#session?.id === id || phase === "paused" ? phase : "idle";
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

  dismiss(id: number): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }

  dismissLoadProblem(problem: string): void {
    this.#dismissed = [...this.#dismissed, problem];
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
