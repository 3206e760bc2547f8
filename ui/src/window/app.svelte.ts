import { say } from "$language/say";
import { SvelteMap } from "svelte/reactivity";
import type { CommandError, LaneComparison, ModelId, SessionId, SessionSummary } from "$contract";
import { asHostError, type Host } from "$host/host";
import { reporting, type Try } from "$host/reporting";
import { assertNever } from "$shared/assertNever";
import { hearing } from "$host/hearing";
import { takeProgress } from "$calls/progress";
import type { Done } from "$session/history.svelte";
import { LanesState } from "$lanes/lanes.svelte";
import { comparisonWith, type Described, describedText, listedOf } from "$sessions/listed";
import { UndoingState } from "$window/undoing.svelte";
import { described, withOpen } from "$window/overview";
import { OverviewState } from "$window/overviewState.svelte";
import { SessionState } from "$session/session.svelte";
import type { TurnPhase } from "$timeline/status";

export type Notice = { id: number; error: CommandError };

/** The whole window: what there is, which session is open, and what went wrong. */
export class AppState {
  readonly overview = $derived.by(() => this.#overview.current);
  /** The session that is open, or the one of the lane with the focus. */
  readonly session = $derived.by(() => this.#lanes?.focused?.session ?? this.#session);
  readonly lanes = $derived.by(() => this.#lanes);
  /** Why there is nothing to show at all. */
  readonly problem = $derived.by(() => this.#problem);
  readonly notices = $derived.by(() => this.#notices);
  /** What was done last and can be taken back. */
  readonly told = $derived.by(() => this.#undoing.told);
  readonly canUndo = $derived.by(() => this.#undoing.next !== null);
  readonly sessions = $derived.by(() => withOpen(this.overview?.sessions ?? [], this.session));
  readonly comparisons = $derived.by(() => this.overview?.comparisons ?? []);
  readonly listed = $derived.by(() => listedOf(this.sessions, this.comparisons));

  readonly host: Host;
  /** Who is told when there is something new about sources. */
  hearSources: (version: number) => void = () => undefined;
  /** Is called when the open session or comparison gives way to another. */
  whenLeft: () => void = () => undefined;
  #session = $state.raw<SessionState | null>(null);
  #lanes = $state.raw<LanesState | null>(null);
  #problem = $state.raw<CommandError | null>(null);
  #notices = $state.raw<Notice[]>([]);
  /** Sessions that were open before stay as they were left, with what was being written in them. */
  readonly #opened = new SvelteMap<SessionId, SessionState>();
  readonly #overview: OverviewState;
  readonly #undoing = new UndoingState(this);
  readonly attempt: Try = reporting((error) => this.report(error));
  #noticeCount = 0;

  constructor(host: Host) {
    this.host = host;
    this.#overview = new OverviewState(host);
  }

  /** Reads what there is and opens the wanted session, else the one that changed last, so that work goes on where it stood. */
  async load(wanted: SessionId | null = null): Promise<void> {
    this.#problem = null;
    try {
      await this.#overview.read();
    } catch (error) {
      this.#problem = asHostError(error);
      return;
    }
    const first = this.sessions.find(({ id }) => id === wanted) ?? this.listed[0];
    if (this.session === null && first !== undefined) this.open(first.id);
  }

  open(id: SessionId): void {
    const comparison = comparisonWith(this.comparisons, id);
    if (comparison !== null) {
      this.openLanes(comparison, id);
      return;
    }
    if (this.#session?.id === id) return;
    this.#leave();
    const session = this.sessionOf(id);
    this.#session = session;
    session.follow();
  }

  /** Opens a comparison, with the focus on one of its lanes if it is named. */
  openLanes(comparison: LaneComparison, lane: SessionId): void {
    if (this.#lanes?.id !== comparison.id) {
      this.#leave();
      this.takeComparison(comparison);
      this.#lanes = new LanesState(comparison, this);
      this.#lanes.follow();
    }
    if (comparison.id !== lane) this.#lanes.focus(lane);
  }

  async create(model: ModelId | null): Promise<SessionState | null> {
    let created: SessionState | null = null;
    await this.attempt(async () => {
      created = this.add(await this.host.call("session_create", { model }));
    }, "session_create");
    return created;
  }

  /** Takes up a session that is new, and opens it. */
  add(summary: SessionSummary): SessionState | null {
    this.enlist(summary);
    this.open(summary.id);
    return this.#session;
  }

  enlist(summary: SessionSummary): void {
    const others = this.sessions.filter(({ id }) => id !== summary.id);
    this.#overview.change((now) => ({ ...now, sessions: [summary, ...others] }));
  }

  /** Gives a session or comparison another title or other tags. */
  async describe(session: SessionId, change: Described): Promise<void> {
    const before = this.listed.find(({ id }) => id === session);
    if (!(await this.#describe(session, change)) || before === undefined) return;
    const { title, tags } = before;
    const undo = (): Promise<boolean> =>
      this.#describe(session, change.title === undefined ? { tags } : { title });
    this.tell({ message: describedText(change), undo }, null);
  }

  #describe(session: SessionId, change: Described): Promise<boolean> {
    return this.attempt(async () => {
      const { title, tags } = change;
      if (title !== undefined) await this.host.call("session_rename", { session, title });
      if (tags !== undefined) await this.host.call("session_tag", { session, tags });
      this.#overview.change((now) => described({ ...now, sessions: this.sessions }, session, change));
    });
  }

  /** Puts a session into the bin. Where it was open, the one that changed last is opened. */
  async discard(session: SessionId): Promise<void> {
    const title = this.listed.find(({ id }) => id === session)?.title ?? say("The session");
    const isDone = await this.#change(
      () => this.host.call("session_discard", { session }),
      `discard ${session}`,
    );
    if (!isDone) return;
    if (this.#session?.id === session || this.#lanes?.id === session) this.#leave();
    this.#opened.delete(session);
    const message = say("“{title}” is in the bin.", { title });
    this.tell({ message, undo: () => this.restore(session) }, null);
    if (this.session === null && this.listed[0] !== undefined) this.open(this.listed[0].id);
  }

  restore(session: SessionId): Promise<boolean> {
    return this.#change(() => this.host.call("session_restore", { session }), `restore ${session}`);
  }

  erase(session: SessionId): Promise<boolean> {
    return this.#change(() => this.host.call("session_erase", { session }), `erase ${session}`);
  }

  /** How a session's turn stands. Of one that is not followed any more only a stop is still known. */
  phaseOf(id: SessionId): TurnPhase {
    if (this.#lanes?.id === id) return this.#lanes.phase;
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

  /** Tells what was done, so that it can be taken back. */
  tell(done: Done, session: SessionId | null): void {
    this.#undoing.tell(done, session);
  }

  forget(id: number): void {
    this.#undoing.forget(id);
  }

  undo(): Promise<void> {
    return this.#undoing.undo();
  }

  dismiss(id: number): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }

  #leave(): void {
    if (this.session !== null) this.whenLeft();
    this.#overview.change((now) => ({ ...now, sessions: this.sessions }));
    this.#session?.leave();
    this.#session = null;
    this.#lanes?.leave();
    this.#lanes = null;
  }

  takeComparison(comparison: LaneComparison): void {
    void this.attempt(() => this.#overview.takeComparison(comparison));
  }

  /** The session of one lane goes on. What was made for the comparison is in the bin. */
  async endComparison(keep: SessionId, { id, title }: LaneComparison): Promise<void> {
    this.#leave();
    await this.attempt(() => this.#overview.read());
    this.open(keep);
    this.tell({ message: say("“{title}” is in the bin.", { title }), undo: () => this.restore(id) }, null);
  }

  sessionOf(id: SessionId): SessionState {
    const opened = this.#opened.get(id);
    if (opened !== undefined) return opened;
    const session = new SessionState(
      id,
      hearing(this.host, {
        functionsChanged: (version) => void this.#functionsChanged(version),
        sourcesChanged: (version) => this.hearSources(version),
        progressed: (session, told) => takeProgress(this.#opened.get(session)?.timeline, told),
      }),
      (error) => this.report(error),
      (done) => this.tell(done, id),
      () => this.overview?.functions ?? [],
    );
    this.#opened.set(id, session);
    return session;
  }

  /** Reads anew what functions there are, if that is not what is known. Told again and again, it reads once. */
  async #functionsChanged(version: number): Promise<void> {
    if (this.overview === null || version <= this.overview.functionsVersion) return;
    this.#overview.change((now) => ({ ...now, functionsVersion: version }));
    await this.attempt(() => this.#overview.read());
  }

  /** Does something to the list of sessions and reads it anew. */
  #change(work: () => Promise<unknown>, name?: string): Promise<boolean> {
    return this.attempt(() => work().then(() => this.#overview.read()), name);
  }
}
