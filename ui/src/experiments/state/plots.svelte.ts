import { say } from "$language/say";
import type { ExperimentId, PlotKind, PlottedRuns, PlotWord, SavedFile } from "$contract";
import { Attempt } from "$host/attempt.svelte";
import type { App } from "$session/app";
import { paint } from "$sessions/painting";

export const PLOT_KINDS: readonly { value: PlotKind; title: string }[] = [
  { value: "cost", title: say("Cost against pass rate") },
  { value: "time", title: say("Time of a run") },
  { value: "firstToken", title: say("Time to the first token") },
  { value: "tokens", title: say("Tokens of a run") },
  { value: "rounds", title: say("Rounds of a run") },
  { value: "confusion", title: say("Confusion matrix") },
  { value: "agreement", title: say("Agreement by argument") },
  { value: "overTime", title: say("Lanes over time") },
];

/** Whether a plot can be about one lane alone. */
export function isOfLane(kind: PlotKind): boolean {
  return kind === "confusion" || kind === "agreement";
}

export function plotWords(word: PlotWord): string {
  switch (word) {
    case "passRate":
      return say("pass rate");
    case "dollarsOfRun":
      return say("dollars of a run");
    case "dollarsOfThousandRuns":
      return say("dollars of 1,000 runs");
    case "tokensOfRun":
      return say("tokens of a run");
    case "seconds":
      return say("seconds");
    case "tokens":
      return say("tokens");
    case "rounds":
      return say("rounds");
    case "expected":
      return say("expected");
    case "called":
      return say("called");
    case "noCall":
      return say("no call");
    case "notExpected":
      return say("not expected");
    case "shareOfCalls":
      return say("share of the same value");
    case "nothingToDraw":
      return say("nothing to draw");
  }
}

/** The plot that is looked at, and the file it was saved as. */
export class PlotsState {
  readonly plotted = $derived.by(() => this.#plotted);
  readonly kind = $derived.by(() => this.#kind);
  readonly lane = $derived.by(() => this.#lane);
  readonly saved = $derived.by(() => this.#saved);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);

  readonly #app: App;
  readonly #attempt = new Attempt();
  readonly #paint: (svg: string) => Promise<string>;
  #kind = $state<PlotKind>("cost");
  #lane = $state<string | null>(null);
  #plotted = $state.raw<PlottedRuns | null>(null);
  #saved = $state.raw<SavedFile | null>(null);

  constructor(app: App, painted: (svg: string) => Promise<string> = paint) {
    this.#app = app;
    this.#paint = painted;
  }

  async show(experiment: ExperimentId, kind: PlotKind, lane: string | null): Promise<void> {
    [this.#kind, this.#lane, this.#saved] = [kind, isOfLane(kind) ? lane : null, null];
    await this.read(experiment);
  }

  /** Draws what is shown anew, because runs were added. */
  async read(experiment: ExperimentId): Promise<void> {
    await this.#attempt.beside(this.#draw(experiment, this.#kind, this.#lane));
  }

  forget(): void {
    [this.#plotted, this.#saved] = [null, null];
  }

  async save(experiment: ExperimentId, form: "svg" | "png"): Promise<void> {
    const [kind, lane, svg] = [this.#kind, this.#lane, this.#plotted?.svg];
    if (svg === undefined) return;
    await this.#attempt.make(async () => {
      const png = form === "png" ? await this.#paint(svg) : null;
      this.#saved = await this.#app.host.call("experiment_plot_save", { experiment, kind, lane, png });
    });
  }

  async #draw(experiment: ExperimentId, kind: PlotKind, lane: string | null): Promise<void> {
    const plotted = await this.#app.host.call("experiment_plot", { experiment, kind, lane });
    if (this.#kind === kind && this.#lane === lane) this.#plotted = plotted;
  }
}
