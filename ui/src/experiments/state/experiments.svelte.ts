import type {
  CaseId,
  CaseSetContent,
  ExperimentId,
  ExperimentResult,
  Experiments,
  ExperimentSteering,
  KeptBaseline,
  OpenedRun,
  ReadExperiment,
  RunKey,
  SavedFile,
  StartExperiment,
} from "$contract";
import { Attempt } from "$host/attempt.svelte";
import type { App } from "$session/app";
import { isUnderWay } from "$experiments/state/figures";
import { PlotsState } from "$experiments/state/plots.svelte";
import { RunsState } from "$experiments/state/runs.svelte";
import { RunSheet, SAMPLE_RUN } from "$experiments/state/runSheet.svelte";
import type { Shown } from "$experiments/state/shown";

/** Milliseconds between two looks at what runs. */
const LOOK_EVERY = 700;

/** The sets of cases, the experiments made of them, and the one that is looked at. */
export class ExperimentsState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly sets = $derived.by(() => this.#list?.sets ?? []);
  readonly experiments = $derived.by(() => this.#list?.experiments ?? []);
  readonly isLoaded = $derived.by(() => this.#list !== null);
  readonly running = $derived.by(() => this.experiments.filter(isUnderWay));
  readonly shown = $derived.by(() => this.#shown);
  readonly content = $derived.by(() => this.#content);
  readonly result = $derived.by(() => this.#result);
  /** The baseline that was kept a moment ago. */
  readonly baseline = $derived.by(() => this.#baseline);
  /** The lane that others are compared with, where a person chose one. */
  readonly against = $derived.by(() => this.#against);
  readonly report = $derived.by(() => this.#report);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);

  readonly sheet = new RunSheet();
  readonly plots: PlotsState;
  readonly runs: RunsState;
  newSet = $state("");

  readonly #app: App;
  readonly #attempt = new Attempt();
  #isOpen = $state(false);
  #list = $state.raw<Experiments | null>(null);
  #shown = $state.raw<Shown | null>(null);
  #content = $state.raw<CaseSetContent | null>(null);
  #result = $state.raw<ExperimentResult | null>(null);
  #against = $state<string | null>(null);
  #report = $state.raw<SavedFile | null>(null);
  #baseline = $state.raw<KeptBaseline | null>(null);
  #isLooking = false;

  constructor(app: App) {
    this.#app = app;
    this.plots = new PlotsState(app);
    this.runs = new RunsState(app, this.#attempt);
  }

  open(): Promise<void> {
    this.#isOpen = true;
    return this.#look();
  }

  close(): void {
    this.#isOpen = false;
    this.#attempt.forget();
  }

  /** Looks once, and again and again while something runs or the view is open. Returns how to stop. */
  follow(): () => void {
    void this.#look();
    const ticking = setInterval(() => {
      if (this.#isOpen || this.running.length > 0) void this.#look();
    }, LOOK_EVERY);
    return () => clearInterval(ticking);
  }

  async showSet(folder: string): Promise<void> {
    [this.#shown, this.#result, this.#report] = [{ type: "set", folder }, null, null];
    this.runs.hide();
    [this.sheet.allowsScripts, this.sheet.allowsLive] = [false, false];
    await this.#attempt.beside(this.#readSet(folder));
  }

  async showExperiment(id: ExperimentId): Promise<void> {
    [this.#shown, this.#report, this.#baseline] = [{ type: "experiment", id }, null, null];
    this.runs.hide();
    if (this.#result?.summary.id !== id) {
      [this.#result, this.#against] = [null, null];
      this.plots.forget();
    }
    await this.#attempt.beside(this.#read(id));
  }

  /** Compares the other lanes of the shown experiment with this one. */
  async compareWith(lane: string): Promise<void> {
    [this.#against, this.#report] = [lane, null];
    if (this.#shown?.type === "experiment") await this.#attempt.beside(this.#read(this.#shown.id));
  }

  /** Reads the shown set anew, whose cases somebody has changed. */
  async reload(): Promise<void> {
    await this.#look();
    if (this.#shown?.type === "set") await this.#readSet(this.#shown.folder);
    if (this.#shown?.type === "experiment") await this.#read(this.#shown.id);
  }

  async addSet(): Promise<void> {
    await this.#attempt.make(async () => {
      const { folder } = await this.#app.host.call("case_set_add", { name: this.newSet });
      this.newSet = "";
      this.#shown = { type: "set", folder };
      await this.#ask();
      await this.#readSet(folder);
    });
  }

  async removeCase(folder: string, id: CaseId): Promise<void> {
    await this.#attempt.make(async () => {
      await this.#app.host.call("case_remove", { folder, case: id });
      await this.#ask();
      await this.#readSet(folder);
    });
  }

  start(content: CaseSetContent, services: readonly string[]): Promise<boolean> {
    return this.#start(this.sheet.toStart(content, services));
  }

  /** Writes the sample set, and runs it with models that need no key. */
  async trySample(): Promise<void> {
    let folder = "";
    const isThere = await this.#attempt.make(async () => {
      folder = (await this.#app.host.call("case_set_sample", {})).folder;
    });
    if (isThere) await this.#start({ ...SAMPLE_RUN, folder });
  }

  async steer(experiment: ExperimentId, steer: ExperimentSteering): Promise<void> {
    await this.#attempt.make(async () => {
      await this.#app.host.call("experiment_steer", { experiment, steer });
      await this.#ask();
    });
  }

  async remove(experiment: ExperimentId): Promise<void> {
    await this.#attempt.make(async () => {
      await this.#app.host.call("experiment_remove", { experiment });
      [this.#shown, this.#result] = [null, null];
      await this.#ask();
    });
  }

  /** Makes a session of a run. */
  async openRun(experiment: ExperimentId, run: RunKey): Promise<OpenedRun | null> {
    let opened: OpenedRun | null = null;
    await this.#attempt.make(async () => {
      opened = await this.#app.host.call("experiment_open", { experiment, run });
    });
    return opened;
  }

  async saveReport(experiment: ExperimentId): Promise<void> {
    await this.#attempt.make(async () => {
      this.#report = await this.#app.host.call("experiment_report", this.#compared(experiment));
    });
  }

  /** Later experiments of its set are held against it. */
  async keepBaseline(experiment: ExperimentId): Promise<void> {
    await this.#attempt.make(async () => {
      this.#baseline = await this.#app.host.call("baseline_keep", { experiment });
      await this.#read(experiment);
    });
  }

  #start(what: StartExperiment): Promise<boolean> {
    return this.#attempt.make(async () => {
      const { id } = await this.#app.host.call("experiment_start", what);
      this.#against = null;
      [this.#shown, this.#result, this.#report] = [{ type: "experiment", id }, null, null];
      this.runs.hide();
      await this.#ask();
      await this.#read(id);
    });
  }

  async #readSet(folder: string): Promise<void> {
    const content = await this.#app.host.call("case_set_read", { folder });
    if (this.#shown?.type === "set" && this.#shown.folder === folder) this.#content = content;
  }

  async #read(experiment: ExperimentId): Promise<void> {
    const asked = this.#compared(experiment);
    const result = await this.#app.host.call("experiment_read", asked);
    const isShown = this.#shown?.type === "experiment" && this.#shown.id === experiment;
    if (isShown && asked.against === this.#compared(experiment).against) this.#result = result;
  }

  #compared(experiment: ExperimentId): ReadExperiment {
    return { experiment, ...(this.#against === null ? {} : { against: this.#against }) };
  }

  async #ask(): Promise<void> {
    this.#list = await this.#app.host.call("experiments_list", {});
    if (this.#shown !== null || !this.#isOpen) return;
    const [newest, set] = [this.experiments[0], this.sets[0]];
    if (newest !== undefined) void this.showExperiment(newest.id);
    else if (set !== undefined) void this.showSet(set.folder);
  }

  /** A look that fails is followed by another. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#ask();
      const shown = this.#shown;
      const isSeen = this.#isOpen && shown?.type === "experiment";
      if (isSeen && this.#isStale(shown.id)) await this.#read(shown.id);
    } catch (error) {
      if (this.#isOpen) this.#attempt.failed(error);
    } finally {
      this.#isLooking = false;
    }
  }

  #isStale(id: ExperimentId): boolean {
    const now = this.experiments.find((experiment) => experiment.id === id);
    const read = this.#result?.summary;
    return now !== undefined && (read?.made !== now.made || read.state !== now.state);
  }
}
