import type {
  Breakpoint,
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
  TurnPlan,
} from "$contract";
import type { Host } from "$host/host";
import { reporting, type Try } from "$host/reporting";
import { breakpointsOf, emptyTimeline, latestTurn, openTurn, type Timeline } from "$timeline/model";
import { FunctionUse } from "$session/functionUse.svelte";
import { type Done, HistoryState } from "$session/history.svelte";
import { LEAP, LoadedLog, STEP, TAIL } from "$session/loadedLog.svelte";
import { LookingState } from "$session/looking.svelte";
import { MarksState } from "$session/marks.svelte";
import { SettingSteps } from "$session/settingSteps";
import type { Answered } from "$stops/state/pauseEdit.svelte";
import { rowsOf, withEarlier } from "$session/rows";
import { phaseOf, statusText } from "$timeline/status";
import { type Expected, StopEdit } from "$stops/state/stopEdit.svelte";
import { type Applied, applyEntry, notedBy } from "$timeline/timeline";

/** One session: what its log says, and what can be done to its turn. */
export class SessionState {
  readonly id: SessionId;
  readonly timeline = $state<Timeline>(emptyTimeline());
  readonly turn = $derived(latestTurn(this.timeline));
  readonly phase = $derived(phaseOf(this.timeline));
  readonly status = $derived(statusText(this.timeline));
  readonly history: HistoryState;
  readonly functions: FunctionUse;
  readonly marks: MarksState;
  readonly looking = new LookingState(this.timeline);
  /** What is shown: the branch that is looked at, or the one that goes on. */
  readonly shown = $derived(this.looking.timeline ?? this.timeline);
  readonly rows = $derived.by(() => {
    const findings = this.looking.timeline === null ? this.history.findings : [];
    return withEarlier(rowsOf(this.shown, findings, this.marks.writing), this.earlier);
  });
  /** How many entries of the log come before what is here. */
  readonly earlier = $derived.by(() => this.#log.earlier);
  readonly isLoading = $derived.by(() => this.#log.isLoading);
  /** How the next turn will run. A change shows at once, before the log has told of it. */
  readonly plan = $derived.by(() => this.#wanted ?? this.timeline.plan);
  readonly breakpoints = $derived.by(
    () => this.#wanted?.breakpoints ?? breakpointsOf(this.timeline, this.plan),
  );
  readonly edit = $derived.by(() => this.#stopEdit.at(this.turn));
  /** Why the session can't go on, until it is followed again. */
  readonly problem = $derived.by(() => this.#problem);
  readonly isLoaded = $derived(this.timeline.seq > 0);
  /** The log itself, kept as it came. */
  readonly entries = $derived.by(() => this.#log.entries);

  readonly #host: Host;
  readonly #log = new LoadedLog();
  readonly #report: (error: CommandError) => void;
  readonly #try: Try;
  readonly #steps: SettingSteps;
  readonly #stopEdit: StopEdit;
  #wanted = $state<TurnPlan | null>(null);
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
    this.#stopEdit = new StopEdit(() => this.functions.available(functions()));
    this.#host = host;
    this.#report = report;
    this.#try = reporting(report);
    this.#steps = new SettingSteps(tell);
    this.functions = new FunctionUse(id, host, () => this.timeline, this.#try, this.#steps);
    this.history = new HistoryState(this, host, { failed: report, done: tell });
    this.marks = new MarksState(this, host, { failed: report, done: tell });
  }

  /** Follows the log from where the page has it. Doing so again takes up what has halted. */
  follow(): void {
    this.#stop();
    this.#stopEdit.forgetAnswered();
    this.#problem = null;
    const after = this.timeline.seq;
    this.#stop = this.#host.follow(
      { session: this.id, after, tail: after === 0 ? TAIL : null },
      (item) => this.#take(item),
      (error) => (this.#problem = error),
    );
    this.history.changed();
  }

  leave(): void {
    this.#stop();
    this.history.leave();
  }

  /** Brings a message into view, on whatever branch it is and however long ago it was said. */
  async seek(message: MessageId): Promise<boolean> {
    await this.reach(message);
    return this.marks.seek(message);
  }

  /** Takes in what comes before what is here. */
  loadEarlier(most = STEP): Promise<boolean> {
    const from = { host: this.#host, session: this.id, report: this.#report };
    return this.#log.goBack(from, this.timeline, most).finally(() => this.looking.renew());
  }

  /** Goes back until a message is here with everything that was said after it. */
  async reach(message: MessageId): Promise<void> {
    while (!this.#log.has(message) && (await this.loadEarlier(LEAP)));
  }

  async say(text: string | null, speaker: string | null = null): Promise<boolean> {
    const args = { session: this.id, text, ...(speaker === null ? {} : { speaker }) };
    return this.#try(() => this.#host.call("turn_start", args), "turn_start");
  }

  /** The plan, once the log has told it. */
  async planned(): Promise<TurnPlan> {
    return this.timeline.plan ?? new Promise((resolve) => this.#awaitingPlan.push(resolve));
  }

  async configure(plan: TurnPlan): Promise<void> {
    const before = this.plan;
    if ((await this.#set(plan)) && before !== null) this.#steps.note("plan", () => this.#set(before));
  }

  async #set(plan: TurnPlan): Promise<boolean> {
    this.#wanted = plan;
    const isDone = await this.#try(() => this.#host.call("session_configure", { session: this.id, plan }));
    if (!isDone) this.#wanted = null;
    return isDone;
  }

  /** Changes how the next turn will run. A session that was opened just now is waited for, so that no click is lost. */
  async change(changed: (plan: TurnPlan) => TurnPlan): Promise<void> {
    if (this.plan === null) await this.planned();
    if (this.plan !== null) await this.configure(changed(this.plan));
  }

  async setBreakpoints(breakpoints: Breakpoint[]): Promise<void> {
    await this.change((plan) => ({ ...plan, breakpoints }));
  }

  /** Goes on from a stop, with whatever the editor at that stop says. */
  async resume(pace: Pace): Promise<void> {
    const answered = this.edit?.answer() ?? null;
    if (answered === null) this.edit?.refuse();
    else await this.answer(answered, pace);
  }

  async answer(answered: Answered, pace: Pace): Promise<boolean> {
    const turn = openTurn(this.timeline);
    if (turn === null || turn.pause === null) return false;
    const answer = { pause: turn.pause.number, ...answered, pace };
    const send = (): Promise<unknown> => this.#host.call("turn_answer", { turn: turn.id, answer });
    return this.#stopEdit.answer(turn.id, turn.pause, () => this.#try(send));
  }

  /** Answers the call that is looked at, and leaves the turn where it stands. */
  async answerOnly(): Promise<void> {
    const current = this.edit?.current ?? null;
    const answered = current === null ? null : (this.edit?.answerOnly(current) ?? null);
    if (answered !== null) await this.answer(answered, "run");
  }

  /** Goes on from an earlier place in another branch. A stop that is expected there begins with a result to be edited. */
  async rerun(from: RerunFrom, plan: TurnPlan, expected: Expected | null = null): Promise<boolean> {
    this.#stopEdit.expect(expected);
    return this.#try(() => this.#host.call("turn_rerun", { session: this.id, from, plan }), "turn_rerun");
  }

  async inject(call: Omit<InjectCall, "session">): Promise<boolean> {
    const work = (): Promise<unknown> => this.#host.call("history_inject", { session: this.id, ...call });
    return this.#try(work, "history_inject");
  }

  readonly requestPause = (): Promise<void> => this.#reach("turn_pause");
  readonly stopTurn = (): Promise<void> => this.#reach("turn_stop");
  /** Ends the wait before the next attempt of a request. */
  readonly retryNow = (): Promise<void> => this.#reach("turn_retry_now");

  async #reach(command: "turn_pause" | "turn_stop" | "turn_retry_now"): Promise<void> {
    const turn = openTurn(this.timeline);
    if (turn !== null) await this.#try(() => this.#host.call(command, { turn: turn.id }), command);
  }

  #take(item: FeedItem): void {
    switch (item.type) {
      case "halted":
        this.#problem = item.error;
        return;
      case "functionsChanged":
      case "sourcesChanged":
      case "progressed":
        return; // The window hears of it, whichever session is open.
      case "summarising":
        this.history.hear(item.text);
        return;
      case "opened":
        Object.assign(this.timeline, this.#log.open(item.window));
        this.#taken();
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
    this.#taken();
  }

  /** What is to be done whenever the log went on. */
  #taken(): void {
    const { plan, head, messages } = this.timeline;
    if (plan !== null) this.#awaitingPlan.splice(0).forEach((resolve) => resolve(plan));
    this.#stopEdit.prepare(this.timeline);
    this.looking.changed();
    this.history.changed();
    if (head !== null && !messages.has(head)) void this.reach(head);
  }

  #apply(timeline: Timeline, entry: LogEntry<Note>): Applied {
    const applied = applyEntry(timeline, entry);
    if (applied !== "applied") return applied;
    this.#log.entries.push(entry);
    if (notedBy(entry) === "configured") this.#wanted = null;
    if (notedBy(entry) === "functions") this.functions.told();
    return applied;
  }
}
