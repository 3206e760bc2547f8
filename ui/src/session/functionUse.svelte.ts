import type {
  FunctionName,
  FunctionSettings,
  FunctionSpec,
  GiveConsent,
  SessionId,
  StandIn,
} from "$contract";
import type { Host } from "$host/host";
import type { Try } from "$host/reporting";
import type { SettingSteps } from "$session/settingSteps";
import type { Timeline } from "$timeline/model";
import { standInOf, withStandIn } from "$functions/state/standIns";

/** How one session uses functions: names, arguments, stand-ins. */
export class FunctionUse {
  /** Nothing where it was never changed. A change shows at once, before the log has told of it. */
  readonly own = $derived.by(() => this.#wanted ?? this.#timeline().functions);

  /** How often what runs the functions has changed, as it does where a program is detached. No log tells of it. */
  readonly runners = $derived.by(() => this.#runners);

  readonly #session: SessionId;
  readonly #host: Host;
  readonly #timeline: () => Timeline;
  readonly #try: Try;
  readonly #steps: SettingSteps;
  #wanted = $state<FunctionSettings | null>(null);
  #runners = $state(0);

  constructor(session: SessionId, host: Host, timeline: () => Timeline, attempt: Try, steps: SettingSteps) {
    this.#session = session;
    this.#host = host;
    this.#timeline = timeline;
    this.#try = attempt;
    this.#steps = steps;
  }

  /** What holds, given what holds where nothing was changed. */
  settings(usual: FunctionSettings): FunctionSettings {
    return this.own ?? usual;
  }

  /** The functions of the session: those it defines, otherwise those there are. A program has only what it defines. */
  available(known: FunctionSpec[]): FunctionSpec[] {
    const defined = this.own?.defined ?? [];
    const isRunOutside = this.#timeline().plan?.program !== undefined;
    return isRunOutside || defined.length > 0 ? defined : known;
  }

  standIn(name: FunctionName): StandIn | null {
    return this.own === null ? null : standInOf(this.own, name);
  }

  async replace(usual: FunctionSettings, name: FunctionName, standIn: StandIn | null): Promise<void> {
    await this.configure(usual, withStandIn(this.settings(usual), name, standIn));
  }

  /** Where nothing was changed yet, taking the change back leaves what holds there. */
  async configure(usual: FunctionSettings, settings: FunctionSettings): Promise<void> {
    const before = this.settings(usual);
    if (await this.#set(settings)) this.#steps.note("functions", () => this.#set(before));
  }

  async #set(settings: FunctionSettings): Promise<boolean> {
    this.#wanted = settings;
    const args = { session: this.#session, settings };
    const isDone = await this.#try(() => this.#host.call("functions_configure", args));
    if (!isDone) this.#wanted = null;
    return isDone;
  }

  /** Agrees to what a function does, with these arguments or with any. Tells whether that was taken in. */
  async allow(given: Omit<GiveConsent, "session">): Promise<boolean> {
    return this.#try(() => this.#host.call("consent_give", { ...given, session: this.#session }));
  }

  /** Something else runs the functions from now on. */
  runnerChanged(): void {
    this.#runners += 1;
  }

  /** The log has told how it stands. */
  told(): void {
    this.#wanted = null;
  }
}
