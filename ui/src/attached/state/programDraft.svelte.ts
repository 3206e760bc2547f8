import { say } from "$language/say";
import { upstreamsFault } from "$attached/state/upstreams";
import type {
  Answerer,
  Breakpoint,
  FunctionFault,
  OnTimeout,
  PlannedFault,
  ProgramSettings,
  Upstreams,
} from "$contract";

/** The title and the settings of a program while a person changes them. What arrives meanwhile does not touch them. */
export class ProgramDraft {
  readonly title = $derived.by(() => this.#title);
  readonly settings = $derived.by(() => this.#settings);
  /** Why it can't be saved. */
  readonly obstacle = $derived.by(() => {
    const { answerer, functionFaults = [], upstreams } = this.#settings;
    if (this.#title.trim() === "") return say("Give it a name");
    if (answerer.type === "session" && answerer.session === "") return say("Choose the session that answers");
    if (functionFaults.some((fault) => fault.function.trim() === ""))
      return say("Name the function of each fault");
    return upstreamsFault(upstreams);
  });
  readonly isWrong = $derived.by(() => this.obstacle !== null);

  #title = $state("");
  #settings = $state.raw() as ProgramSettings;

  constructor(title: string, settings: ProgramSettings) {
    this.#title = title;
    this.#settings = settings;
  }

  name(title: string): void {
    this.#title = title;
  }

  setUpstreams(upstreams: Upstreams): void {
    this.#settings = { ...this.#settings, upstreams };
  }

  setBreakpoints(breakpoints: Breakpoint[]): void {
    this.#settings = { ...this.#settings, breakpoints };
  }

  chooseOnTimeout(onTimeout: OnTimeout): void {
    this.#settings = { ...this.#settings, onTimeout };
  }

  chooseAnswerer(answerer: Answerer): void {
    this.#settings = { ...this.#settings, answerer };
  }

  setFault(fault: PlannedFault | null): void {
    const settings: ProgramSettings = { ...this.#settings };
    if (fault === null) delete settings.fault;
    else settings.fault = fault;
    this.#settings = settings;
  }

  setFunctionFaults(functionFaults: FunctionFault[]): void {
    const settings: ProgramSettings = { ...this.#settings };
    if (functionFaults.length === 0) delete settings.functionFaults;
    else settings.functionFaults = functionFaults;
    this.#settings = settings;
  }
}
