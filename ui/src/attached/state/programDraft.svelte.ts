import { addressFault } from "$attached/state/upstreams";
import type { Answerer, ProgramFault, OnTimeout, PlannedFault, ProgramSettings, Upstreams } from "$contract";
import type { Breakpoint } from "$contract";

/** The title and the settings of a program while a person changes them. What arrives meanwhile does not touch them. */
export class ProgramDraft {
  readonly title = $derived.by(() => this.#title);
  readonly settings = $derived.by(() => this.#settings);
  readonly isWrong = $derived.by(() => {
    const addresses = Object.values(this.#settings.upstreams);
    const hasAnswerer = this.#settings.answerer.type !== "session" || this.#settings.answerer.session !== "";
    return this.#title.trim() === "" || !hasAnswerer || addresses.some((one) => addressFault(one) !== null);
  });

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
}

/** A fault of a kind, as it is offered first. */
export function newFault(type: ProgramFault["type"]): ProgramFault {
  switch (type) {
    case "refused":
      return { type, status: 429, message: "Rate limit reached", retryAfter: 5 };
    case "cut":
    case "malformedJson":
      return { type };
    case "late":
      return { type, milliseconds: 30_000 };
  }
}
