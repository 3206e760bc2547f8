import { say } from "$language/say";
import type { CommandError, Reduction, ReductionPreview, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";
import type { App } from "$session/app";
import { goOnObstacle } from "$session/goOn";
import type { SessionState } from "$session/session.svelte";

export type Way = Reduction["type"];

/** How long a choice must stand still before it is looked at. */
const STILL_FOR = 120;

/** A history on its way to becoming a shorter one. */
export class ReductionState {
  /** The session whose history it is. */
  readonly session = $derived.by(() => this.#session);
  readonly way = $derived.by(() => this.#way);
  readonly target = $derived.by(() => this.#target);
  readonly threshold = $derived.by(() => this.#threshold);
  readonly keep = $derived.by(() => this.#keep);
  /** What would come of it, as far as it was looked at. */
  readonly preview = $derived.by(() => this.#preview);
  readonly error = $derived.by(() => this.#error);
  readonly isWriting = $derived.by(() => this.#isWriting);
  /** What the model is asked for: what a person wrote, or what is asked usually. */
  readonly prompt = $derived.by(() => this.#prompt ?? this.#preview?.material?.prompt ?? "");
  /** The summary, or what there is of it. */
  readonly summary = $derived.by(() =>
    this.#isWriting ? (this.#session?.history.writing ?? "") : this.#summary,
  );
  /** Why the history of this session can't be changed, whatever is chosen. */
  readonly held = $derived.by(() => (this.#session === null ? null : goOnObstacle(this.#session)));
  /** Why it can't be done, if it can't. */
  readonly obstacle = $derived.by(() => this.#obstacle());

  readonly #app: App;
  readonly #host: Host;
  #session = $state.raw<SessionState | null>(null);
  #way = $state<Way>("truncate");
  #target = $state(20);
  #threshold = $state(2);
  #keep = $state(1);
  #prompt = $state<string | null>(null);
  #summary = $state("");
  #preview = $state.raw<ReductionPreview | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #isWriting = $state(false);
  #isBusy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the looks, so that a late answer to an earlier one is not taken for the last. */
  #looks = 0;
  /** Counts the summaries, so that one that was stopped says no more. */
  #writings = 0;

  constructor(app: App) {
    this.#app = app;
    this.#host = app.host;
  }

  /** Opens a session and offers to make its history half as long. */
  async open(id: SessionId): Promise<void> {
    this.#app.open(id);
    this.#session = this.#app.session;
    this.#summary = "";
    this.#preview = null;
    this.#error = null;
    await this.#look();
    const length = this.preview?.before.messages ?? 0;
    this.aim({ target: Math.max(2, Math.floor(length / 2)) });
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#isWriting) void this.stop();
    this.#session = null;
  }

  choose(way: Way): void {
    this.#way = way;
    this.#lookSoon();
  }

  aim({ target = this.#target, threshold = this.#threshold, keep = this.#keep }: Partial<Aim>): void {
    this.#target = target;
    this.#threshold = threshold;
    this.#keep = keep;
    this.#lookSoon();
  }

  ask(prompt: string): void {
    this.#prompt = prompt;
  }

  /** Takes a summary a person wrote or changed. */
  say(summary: string): void {
    this.#summary = summary;
    this.#lookSoon();
  }

  /** Lets the model of the session write the summary. */
  async write(): Promise<void> {
    const session = this.#session;
    if (session === null || this.held !== null || this.#isWriting) return;
    this.#writings += 1;
    const writing = this.#writings;
    session.history.hear("");
    this.#isWriting = true;
    this.#error = null;
    try {
      const limits = { target: this.#target, threshold: this.#threshold };
      const args = { session: session.id, limits, prompt: this.prompt };
      const written = await this.#host.call("summary_write", args);
      if (writing === this.#writings) this.#summary = written.text;
    } catch (error) {
      if (writing === this.#writings) this.#error = asHostError(error);
    }
    if (writing !== this.#writings) return;
    this.#isWriting = false;
    this.#lookSoon();
  }

  async stop(): Promise<void> {
    const session = this.#session;
    if (session === null || !this.#isWriting) return;
    // What the model wrote so far is a person's to go on with.
    this.#summary = session.history.writing;
    this.#writings += 1;
    this.#isWriting = false;
    this.#lookSoon();
    await this.#host.call("summary_stop", { session: session.id }).catch(() => undefined);
  }

  /** Does what was looked at. */
  async apply(): Promise<void> {
    const [session, preview] = [this.#session, this.#preview];
    if (session === null || preview === null || this.obstacle !== null) return;
    this.#isBusy = true;
    this.#error = null;
    try {
      await session.history.reduce(preview.head, this.#reduction());
      this.close();
    } catch (error) {
      this.#error = asHostError(error);
      await this.#look();
    }
    this.#isBusy = false;
  }

  #reduction(): Reduction {
    const limits = { target: this.#target, threshold: this.#threshold };
    switch (this.#way) {
      case "truncate":
        return { type: "truncate", limits };
      case "collapse":
        return { type: "collapse", keep: this.#keep };
      case "summarise":
        return { type: "summarise", limits, summary: this.#summary };
    }
  }

  #obstacle(): string | null {
    if (this.#session === null || this.#preview === null || this.#isBusy) return say("Calculating…");
    if (this.held !== null) return this.held;
    if (this.#preview.gone === 0) return say("The history is short enough as it is.");
    if (this.#isWriting) return say("The summary is being written.");
    if (this.#way === "summarise" && this.#summary.trim() === "") return say("There is no summary yet.");
    return null;
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), STILL_FOR);
  }

  async #look(): Promise<void> {
    const session = this.#session?.id;
    if (session === undefined) return;
    this.#looks += 1;
    const look = this.#looks;
    try {
      const preview = await this.#host.call("reduction_preview", { session, reduction: this.#reduction() });
      if (look === this.#looks) this.#preview = preview;
    } catch (error) {
      if (look === this.#looks) this.#error = asHostError(error);
    }
  }
}

type Aim = { target: number; threshold: number; keep: number };
