import type {
  Breakpoint,
  ChoicePlan,
  CommandError,
  FeedItem,
  FunctionSpec,
  InjectCall,
  LogEntry,
  MessageId,
  Note,
  Pace,
  RerunFrom,
  SessionId,
  StopPlace,
  TurnId,
  TurnPlan,
} from "$contract";
import { asHostError, type Host } from "$host/host";
import { breakpointsOf, emptyTimeline, latestTurn, openTurn, type Timeline } from "$state/model";
import { eventRows } from "$state/eventRows";
import { type Done, HistoryState } from "$state/history.svelte";
import { type Answered, PauseEdit } from "$state/pauseEdit.svelte";
import { withStop } from "$state/breakpoints";
import { MarksState } from "$state/marks.svelte";
import { LookingState } from "$state/looking.svelte";
import { rowsOf } from "$state/rows";
import { phaseOf, statusText } from "$state/status";
import { waitingAt } from "$state/waiting";
import { type Applied, applyEntry } from "$state/timeline";

/** One session: what its log says, and what can be done to its turn. */
export class SessionState {
  readonly id: SessionId;
  readonly timeline = $state<Timeline>(emptyTimeline());
  readonly turn = $derived(latestTurn(this.timeline));
  readonly phase = $derived(phaseOf(this.timeline));
  readonly status = $derived(statusText(this.timeline));
  readonly history: HistoryState;
  readonly marks: MarksState;
  readonly looking = new LookingState(this.timeline);
  /** What is shown: the branch that is looked at, or the one that goes on. */
  readonly shown = $derived(this.looking.timeline ?? this.timeline);
  readonly rows = $derived.by(() =>
    rowsOf(this.shown, this.looking.timeline === null ? this.history.findings : [], this.marks.writing),
  );
  /** How the next turn will run. A change shows at once, before the log has told of it. */
  readonly plan = $derived.by(() => this.#wanted ?? this.timeline.plan);
  readonly breakpoints = $derived.by(
    () => this.#wanted?.breakpoints ?? breakpointsOf(this.timeline, this.plan),
  );
  readonly edit = $derived.by(() => this.#editNow());
  /** Why the session can't go on, until it is followed again. */
  readonly problem = $derived.by(() => this.#problem);
  readonly isLoaded = $derived(this.timeline.seq > 0);
  /** The log itself. It is kept as it came, because only its own list reads it. */
  readonly events = $derived.by(() => eventRows(this.#entries.slice(0, this.timeline.seq)));

  readonly #host: Host;
  readonly #entries: LogEntry<Note>[] = [];
  readonly #report: (error: CommandError) => void;
  readonly #functions: () => FunctionSpec[];
  #wanted = $state<TurnPlan | null>(null);
  #edit = $state<PauseEdit | null>(null);
  #editedTurn = $state<TurnId | null>(null);
  #problem = $state<CommandError | null>(null);
  readonly #awaitingPlan: ((plan: TurnPlan) => void)[] = [];
  #stop: () => void = () => undefined;

  constructor(
    id: SessionId,
    host: Host,
    report: (error: CommandError) => void,
    tell: (done: Done) => void = () => undefined,
    functions: () => FunctionSpec[] = () => [],
  ) {
    this.id = id;
    this.#functions = functions;
    this.#host = host;
    this.#report = report;
    this.history = new HistoryState(this, host, { failed: report, done: tell });
    this.marks = new MarksState(this, host, { failed: report, done: tell });
  }

  /** Follows the log from where the page has it. Doing so again takes up what has halted. */
  follow(): void {
    this.#stop();
    this.#problem = null;
    const args = { session: this.id, after: this.timeline.seq };
    this.#stop = this.#host.follow(
      args,
      (item) => this.#take(item),
      (error) => (this.#problem = error),
    );
    this.history.changed();
  }

  leave(): void {
    this.#stop();
    this.history.leave();
  }

  /** Brings a message into view, on whatever branch it is. */
  seek(message: MessageId): Promise<boolean> {
    return this.marks.seek(message);
  }

  async say(text: string | null): Promise<boolean> {
    return this.#try(() => this.#host.call("turn_start", { session: this.id, text }));
  }

  async rename(title: string): Promise<boolean> {
    return this.#try(() => this.#host.call("session_rename", { session: this.id, title }));
  }

  /** The plan, once the log has told it. */
  async planned(): Promise<TurnPlan> {
    if (this.timeline.plan !== null) return this.timeline.plan;
    return new Promise((resolve) => this.#awaitingPlan.push(resolve));
  }

  async configure(plan: TurnPlan): Promise<void> {
    this.#wanted = plan;
    const isDone = await this.#try(() => this.#host.call("session_configure", { session: this.id, plan }));
    if (!isDone) this.#wanted = null;
  }

  async setBreakpoints(breakpoints: Breakpoint[]): Promise<void> {
    if (this.plan !== null) await this.configure({ ...this.plan, breakpoints });
  }

  async toggleStop(place: StopPlace, isEnabled: boolean): Promise<void> {
    await this.setBreakpoints(withStop(this.breakpoints, place, isEnabled));
  }

  /** Goes on from a stop, with whatever the editor at that stop says. */
  async resume(pace: Pace): Promise<void> {
    const answered = this.#edit?.answer() ?? null;
    if (answered === null) this.#edit?.refuse();
    else await this.answer(answered, pace);
  }

  async answer({ decision, others }: Answered, pace: Pace): Promise<void> {
    const turn = openTurn(this.timeline);
    if (turn === null || turn.pause === null) return;
    const made = others === undefined ? { decision } : { decision, others };
    const answer = { pause: turn.pause.number, ...made, pace };
    await this.#try(() => this.#host.call("turn_answer", { turn: turn.id, answer }));
  }

  /** Answers the call that is looked at, and leaves the turn where it stands. */
  async answerOnly(): Promise<void> {
    const current = this.edit?.current ?? null;
    const answered = current === null ? null : (this.edit?.answerOnly(current) ?? null);
    if (answered !== null) await this.answer(answered, "run");
  }

  /** Goes on from an earlier place in another branch. */
  async rerun(from: RerunFrom, plan: TurnPlan): Promise<boolean> {
    return this.#try(() => this.#host.call("turn_rerun", { session: this.id, from, plan }));
  }

  /** Reads a function choice as Semantic Kernel writes it. Nothing, where it can't be read. */
  async readChoice(text: string): Promise<ChoicePlan | null> {
    let choice: ChoicePlan | null = null;
    await this.#try(async () => (choice = await this.#host.call("choice_read", { text })));
    return choice;
  }

  async inject(call: Omit<InjectCall, "session">): Promise<boolean> {
    return this.#try(() => this.#host.call("history_inject", { session: this.id, ...call }));
  }

  async requestPause(): Promise<void> {
    const turn = openTurn(this.timeline);
    if (turn !== null) await this.#try(() => this.#host.call("turn_pause", { turn: turn.id }));
  }

  async stopTurn(): Promise<void> {
    const turn = openTurn(this.timeline);
    if (turn !== null) await this.#try(() => this.#host.call("turn_stop", { turn: turn.id }));
  }

  #take(item: FeedItem): void {
    switch (item.type) {
      case "halted":
        this.#problem = item.error;
        return;
      case "summarising":
        this.history.hear(item.text);
        return;
      case "entries":
        this.#takeEntries(item.entries);
    }
  }

  #takeEntries(entries: LogEntry<Note>[]): void {
    // A whole log is taken in at once, so that a long one opens without a wait.
    const timeline = this.timeline.seq === 0 ? emptyTimeline() : this.timeline;
    const applied = entries.map((entry) => this.#apply(timeline, entry));
    if (timeline !== this.timeline) Object.assign(this.timeline, timeline);
    if (applied.includes("gap")) this.follow();
    const { plan } = this.timeline;
    if (plan !== null) this.#awaitingPlan.splice(0).forEach((resolve) => resolve(plan));
    this.#prepareEdit();
    this.history.changed();
  }

  #apply(timeline: Timeline, entry: LogEntry<Note>): Applied {
    const applied = applyEntry(timeline, entry);
    if (applied !== "applied") return applied;
    this.#entries.push(entry);
    if (isConfigured(entry)) this.#wanted = null;
    return applied;
  }

  /** Each stop gets an editor of its own, which is there until the stop is answered. */
  #prepareEdit(): void {
    const turn = openTurn(this.timeline);
    const pause = turn?.pause ?? null;
    if (turn === null) this.#edit = null;
    // Between two stops at one place, what was written stays.
    if (turn === null || pause === null) return;
    const isSame = this.#edit?.pause.number === pause.number && this.#editedTurn === turn.id;
    const waiting = waitingAt(this.timeline, turn, this.#functions());
    if (isSame && this.#edit?.isAbout(waiting) === true) return;
    this.#edit = new PauseEdit(pause, waiting, this.#editedTurn === turn.id ? this.#edit : null);
    this.#editedTurn = turn.id;
  }

  /** The editor belongs to the stop the turn stands at, and to no other. */
  #editNow(): PauseEdit | null {
    const pause = this.turn?.pause ?? null;
    const isHere = this.turn?.id === this.#editedTurn && pause?.number === this.#edit?.pause.number;
    return pause !== null && isHere ? this.#edit : null;
  }

  async #try(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#report(asHostError(error));
      return false;
    }
  }
}

function isConfigured({ event }: LogEntry<Note>): boolean {
  return event.type === "noted" && event.note.type === "configured";
}
