import type {
  CommandError,
  FunctionName,
  FunctionSettings,
  GiveConsent,
  SessionId,
  StandIn,
} from "$contract";
import { asHostError, type Host } from "$host/host";
import type { Timeline } from "$timeline/model";
import { standInOf, withStandIn } from "$functions/state/standIns";

/** How one session uses functions: names, arguments, stand-ins. */
export class FunctionUse {
  /** Nothing where it was never changed. A change shows at once, before the log has told of it. */
  readonly own = $derived.by(() => this.#wanted ?? this.#timeline().functions);

  readonly #session: SessionId;
  readonly #host: Host;
  readonly #timeline: () => Timeline;
  readonly #report: (error: CommandError) => void;
  #wanted = $state<FunctionSettings | null>(null);

  constructor(
    session: SessionId,
    host: Host,
    timeline: () => Timeline,
    report: (error: CommandError) => void,
  ) {
    this.#session = session;
    this.#host = host;
    this.#timeline = timeline;
    this.#report = report;
  }

  /** What holds, given what holds where nothing was changed. */
  settings(usual: FunctionSettings): FunctionSettings {
    return this.own ?? usual;
  }

  standIn(name: FunctionName): StandIn | null {
    return this.own === null ? null : standInOf(this.own, name);
  }

  async replace(usual: FunctionSettings, name: FunctionName, standIn: StandIn | null): Promise<void> {
    await this.configure(withStandIn(this.settings(usual), name, standIn));
  }

  async configure(settings: FunctionSettings): Promise<void> {
    this.#wanted = settings;
    try {
      await this.#host.call("functions_configure", { session: this.#session, settings });
    } catch (error) {
      this.#wanted = null;
      this.#report(asHostError(error));
    }
  }

  /** Agrees to what a function does, with these arguments or with any. Tells whether that was taken in. */
  async allow(given: Omit<GiveConsent, "session">): Promise<boolean> {
    try {
      await this.#host.call("consent_give", { ...given, session: this.#session });
      return true;
    } catch (error) {
      this.#report(asHostError(error));
      return false;
    }
  }

  /** The log has told how it stands. */
  told(): void {
    this.#wanted = null;
  }
}
