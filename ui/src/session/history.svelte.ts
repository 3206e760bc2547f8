import { say } from "$language/say";
import { told } from "$language/told";
import type { CommandError, Finding, MessageId, Notice, Reduction, SessionId, TurnPlan } from "$contract";
import type { Host } from "$host/host";
import { reporting, type Try } from "$host/reporting";
import { withInstructions } from "$plan/instructions";
import { newestLeaf } from "$timeline/branches";
import type { Timeline } from "$timeline/model";
import type { TurnPhase } from "$timeline/status";
import { whenStill } from "$shared/stillness";

/** Something that was done and can be taken back. */
export type Done = {
  message: string;
  undo: () => Promise<boolean>;
  /** Whether it can be taken back while a turn is under way, too. */
  isAlways?: boolean;
  /** Whether it shows for itself, so that nothing is told of it. */
  isQuiet?: boolean;
};

/** What the page tells a person of what went wrong and of what was done. */
export type Tell = { failed: (error: CommandError) => void; done: (done: Done) => void };

type Watched = {
  readonly id: SessionId;
  readonly timeline: Timeline;
  readonly phase: TurnPhase;
  readonly plan: TurnPlan | null;
  change(changed: (plan: TurnPlan) => TurnPlan): Promise<void>;
  reach(message: MessageId): Promise<void>;
};

/** How long a history must stand still before it is checked. */
const STILL_FOR = 250;

/** Always the same, so that nothing is drawn anew because of nothing. */
const NONE: Finding[] = [];

/** What was said as a whole: which branch is shown, and what is wrong with it. */
export class HistoryState {
  /** What was found in what is shown now. While a turn is under way nothing is said of it. */
  readonly findings = $derived.by(() =>
    this.#session.phase === "idle" && this.#checked === this.#session.timeline.head ? this.#findings : NONE,
  );
  readonly isBroken = $derived(this.findings.some(({ severity }) => severity === "broken"));
  readonly repairable = $derived(this.findings.filter(({ repair }) => repair !== undefined));
  /** How many more there are than are told. */
  readonly more = $derived.by(() => (this.findings.length > 0 ? this.#more : 0));
  readonly isBusy = $derived.by(() => this.#isBusy);
  /** What there is of a summary while it is written. */
  readonly writing = $derived.by(() => this.#writing);

  readonly #session: Watched;
  readonly #host: Host;
  readonly #tell: Tell;
  readonly #try: Try;
  #findings = $state.raw<Finding[]>(NONE);
  #more = $state(0);
  /** The head the findings belong to. A head stands for everything before it, which never changes. */
  #checked = $state<MessageId | null>(null);
  #isBusy = $state(false);
  #writing = $state("");
  #callOff: () => void = () => undefined;

  constructor(session: Watched, host: Host, tell: Tell) {
    this.#session = session;
    this.#host = host;
    this.#tell = tell;
    this.#try = reporting(tell.failed);
  }

  /** To be called whenever the log went on. */
  changed(): void {
    const { head } = this.#session.timeline;
    this.#callOff();
    if (this.#session.phase !== "idle" || head === null || head === this.#checked) return;
    this.#callOff = whenStill(STILL_FOR, () => void this.#check(head));
  }

  leave(): void {
    this.#callOff();
  }

  /** Shows what was said up to a message, and goes on from there. */
  async moveTo(head: MessageId | null, message = say("Moved.")): Promise<boolean> {
    const before = this.#session.timeline.head;
    if (head === before) return true;
    const isDone = await this.#move(head);
    if (isDone) this.#tell.done({ message, undo: () => this.#move(before) });
    return isDone;
  }

  /** Shows another version of a message, with what was said after it last. */
  async showVersion(id: MessageId): Promise<boolean> {
    await this.#session.reach(id);
    return this.moveTo(newestLeaf(this.#session.timeline, id));
  }

  /** Repairs one finding, or all that can be repaired. */
  async repair(finding: Finding | null): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await this.#try(async () => {
      const args = { session: this.#session.id, finding };
      const { done, before } = await this.#host.call("history_repair", args);
      const message = done.length === 0 ? say("Nothing had to be repaired.") : sentences(done);
      this.#tell.done({ message, undo: () => this.#move(before) });
    });
    this.#isBusy = false;
    this.#checked = null;
    this.changed();
  }

  /** Makes the instructions that the history begins with part of those of the session. */
  async adoptInstructions(): Promise<void> {
    const instructions = this.#session.plan?.instructions;
    await this.#try(async () => {
      const { before } = await this.#host.call("instructions_adopt", { session: this.#session.id });
      const undo = async (): Promise<boolean> => {
        await this.#session.change((plan) => withInstructions(plan, instructions));
        return this.#move(before);
      };
      this.#tell.done({ message: say("The instructions are those of the session now."), undo });
    });
  }

  hear(writing: string): void {
    this.#writing = writing;
  }

  /** Makes the history shorter that ends with this head. What it was stays beside it. */
  async reduce(head: MessageId | null, reduction: Reduction): Promise<void> {
    const args = { session: this.#session.id, head, reduction };
    const { done, before } = await this.#host.call("history_reduce", args);
    this.#tell.done({ message: told(done), undo: () => this.#move(before) });
  }

  async #check(head: MessageId): Promise<void> {
    await this.#try(async () => {
      const { findings, more } = await this.#host.call("history_check", { session: this.#session.id });
      if (this.#session.timeline.head !== head) return;
      this.#findings = findings.length === 0 ? NONE : findings;
      this.#more = more;
      this.#checked = head;
    });
  }

  #move(head: MessageId | null): Promise<boolean> {
    const work = (): Promise<unknown> => this.#host.call("head_move", { session: this.#session.id, head });
    return this.#try(work, `head_move ${head}`);
  }
}

/** What was done, as one text. English has a blank between two sentences. */
function sentences(done: Notice[]): string {
  return done.map(told).reduce((sentence, another) => say("{sentence} {another}", { sentence, another }));
}
