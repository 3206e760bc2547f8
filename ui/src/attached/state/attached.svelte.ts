import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Breakpoint, SessionId } from "$contract";
import { ProgramDraft } from "$attached/state/programDraft.svelte";
import {
  type AttachedNow,
  type AttachedProgram,
  type HeldRequest,
  type ProgramId,
  type ProgramSettings,
  type Upstreams,
} from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";
import type { App } from "$session/app";

/** Milliseconds between two looks at the programs. */
const LOOK_EVERY = 1000;

/** Milliseconds between two reads of the list of sessions while conversations go on. It shows minutes. */
const LIST_EVERY = 10_000;

/** The sheet that is open: a name for a new program, the first steps of one, its settings, or the receiver of spans. */
export type ProgramSheet =
  { type: "attach" | "spans" } | { type: "connect" | "settings"; program: ProgramId };

/** A held request with the program that waits for it. */
export type Hold = { program: AttachedProgram; request: HeldRequest };

/** What tells whether anybody sees the page. */
type Page = Pick<Document, "hidden" | "addEventListener" | "removeEventListener">;

/** The attached programs as the application last told of them, and the sheet that is open about one. */
export class AttachedPrograms {
  readonly programs = $derived.by(() => (this.#now?.programs ?? []).map((one) => this.#withWanted(one)));
  /** The receiver of spans, while it is on. */
  readonly receiver = $derived.by(() => this.#now?.receiver ?? null);
  /** Why no program can be attached, or why their addresses have changed. */
  readonly problem = $derived.by(() => this.#now?.problem ?? null);
  readonly sheet = $derived.by(() => this.#sheet);
  /** The program of the sheet. None before it is attached. */
  readonly opened = $derived.by(() => {
    const sheet = this.#sheet;
    return sheet === null || !("program" in sheet) ? null : this.#programOf(sheet.program);
  });
  /** The settings while they are changed. */
  readonly draft = $derived.by(() => this.#draft);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);

  readonly #app: App;
  readonly #host: Host;
  readonly #attempt = new Attempt();
  #now = $state.raw<AttachedNow | null>(null);
  #sheet = $state.raw<ProgramSheet | null>(null);
  #draft = $state.raw<ProgramDraft | null>(null);
  /** Where the conversations of a program are to stop, until the application has told that they do. */
  readonly #wanted = new SvelteMap<ProgramId, Breakpoint[]>();
  #sending: Promise<unknown> = Promise.resolve();
  /** Sessions that were told of. The list of sessions knows them. */
  readonly #known = new SvelteSet<SessionId>();
  /** What was told when the list of sessions was read last, and when that was. */
  #listed = { version: 0, at: 0 };
  #asked = 0;
  #taken = 0;
  #isLooking = false;

  constructor(app: App) {
    this.#app = app;
    this.#host = app.host;
  }

  /** The program whose conversation a session is. */
  programWith(session: SessionId): AttachedProgram | null {
    return this.programs.find(({ sessions }) => sessions.includes(session)) ?? null;
  }

  /** The request of a session that is held. */
  holdOf(session: SessionId): Hold | null {
    for (const program of this.programs) {
      const request = program.held.find((held) => held.session === session);
      if (request !== undefined) return { program, request };
    }
    return null;
  }

  /** Looks once, and then again and again while the page is seen and there is something to see. Returns how to stop. */
  follow(page: Page = document): () => void {
    const look = (): void => {
      if (!page.hidden) void this.#look();
    };
    const ticking = setInterval(() => {
      if (this.programs.length > 0 || this.receiver !== null || this.#sheet !== null) look();
    }, LOOK_EVERY);
    page.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearInterval(ticking);
      page.removeEventListener("visibilitychange", look);
    };
  }

  openAttach(): void {
    this.#open({ type: "attach" });
    void this.#look();
  }

  openSpans(): void {
    this.#open({ type: "spans" });
    void this.#look();
  }

  openConnect(program: ProgramId): void {
    this.#open({ type: "connect", program });
  }

  /** Any session may answer, also one that came without the list being told. */
  openSettings({ id, title, settings }: AttachedProgram): void {
    this.#open({ type: "settings", program: id });
    this.#draft = new ProgramDraft(title, settings);
    void this.#app.load();
  }

  close(): void {
    this.#sheet = null;
    this.#draft = null;
    this.#attempt.forget();
  }

  /** Attaches a program, and goes on to its first steps. */
  attach(title: string, upstreams: Upstreams): Promise<boolean> {
    return this.#attempt.make(async () => {
      const program = await this.#host.call("program_attach", { title, upstreams });
      this.#sheet = { type: "connect", program: program.id };
      await this.#ask();
    });
  }

  /** Changes where a program's conversations stop, at once. A change that follows before it is told is based on this one. */
  async setBreakpoints({ id }: AttachedProgram, breakpoints: Breakpoint[]): Promise<void> {
    this.#wanted.set(id, breakpoints);
    this.#sending = this.#sending.then(() => this.#sendPlaces(id, breakpoints));
    await this.#sending;
  }

  /** Keeps the changed settings, and closes them. */
  async save(): Promise<void> {
    const [program, draft] = [this.opened, this.#draft];
    if (program === null || draft === null || draft.isWrong) return;
    if (await this.#change(program.id, draft.title.trim(), draft.settings)) this.close();
  }

  /** Receives spans at a port from now on, or no more where there is none. */
  receive(port: number | null): Promise<boolean> {
    return this.#attempt.make(async () => {
      await this.#host.call("receiver_set", { port });
      await this.#ask();
    });
  }

  async detach({ id }: AttachedProgram): Promise<void> {
    const isDone = await this.#attempt.make(async () => {
      await this.#host.call("program_detach", { program: id });
      await this.#ask();
    });
    if (!isDone) return;
    this.#app.session?.functions.runnerChanged();
    this.close();
  }

  #open(sheet: ProgramSheet): void {
    this.close();
    this.#sheet = sheet;
  }

  #programOf(id: ProgramId): AttachedProgram | null {
    return this.programs.find((program) => program.id === id) ?? null;
  }

  /** What was changed again meanwhile is sent with the later change. */
  async #sendPlaces(id: ProgramId, breakpoints: Breakpoint[]): Promise<void> {
    const program = this.#programOf(id);
    if (this.#wanted.get(id) !== breakpoints) return;
    if (program !== null) await this.#change(id, program.title, program.settings);
    if (this.#wanted.get(id) === breakpoints) this.#wanted.delete(id);
  }

  #withWanted(program: AttachedProgram): AttachedProgram {
    const breakpoints = this.#wanted.get(program.id);
    if (breakpoints === undefined) return program;
    return { ...program, settings: { ...program.settings, breakpoints } };
  }

  #change(program: ProgramId, title: string, settings: ProgramSettings): Promise<boolean> {
    return this.#attempt.make(async () => {
      await this.#host.call("program_change", { program, title, settings });
      await this.#ask();
    });
  }

  /** A look that fails is followed by another, and whatever else is done tells that the application is away. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.#ask().catch(() => undefined);
    this.#isLooking = false;
  }

  async #ask(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const now = await this.#host.call("attached_list", {});
    // A look that was begun before a change may answer after it.
    if (asked < this.#taken) return;
    this.#taken = asked;
    const isFirst = this.#now === null;
    if (now.version !== this.#now?.version) this.#now = now;
    const isOld = this.#isListOld(now);
    if (!isFirst && !isOld) return;
    this.#listed = { version: now.version, at: Date.now() };
    if (!isFirst) await this.#app.load();
  }

  /** Whether the list of sessions lacks one, or may have had other times for a while. */
  #isListOld(now: AttachedNow): boolean {
    const { version, at } = this.#listed;
    return this.#note(now) || (now.version !== version && Date.now() - at >= LIST_EVERY);
  }

  /** Whether there are sessions that were not told of before. */
  #note({ programs, receiver }: AttachedNow): boolean {
    const before = this.#known.size;
    const sessions = programs.flatMap((program) => program.sessions);
    [...sessions, ...(receiver?.sessions ?? [])].forEach((session) => this.#known.add(session));
    return this.#known.size > before;
  }
}
