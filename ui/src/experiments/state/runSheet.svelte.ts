import { say } from "$language/say";
import { SvelteSet } from "svelte/reactivity";
import type { CaseSetContent, ModelId, StartExperiment } from "$contract";
import { ServiceLimits } from "$experiments/state/serviceLimits.svelte";
import { Varying } from "$experiments/state/varying.svelte";

/** Runs that are made at the same time, unless a person says otherwise. */
const JOBS = 4;

/** How the sample set runs: one model does it right, one does not. */
export const SAMPLE_RUN: Omit<StartExperiment, "folder"> = {
  models: ["example:weather", "example:mistakes"],
  varied: [],
  repeats: 4,
  jobs: JOBS,
  maxTokens: null,
  maxCost: null,
  rates: [],
  scripts: [],
  live: [],
};

/** How the next experiment is made: with which models, how often, and within which limits. */
export class RunSheet {
  models = $state.raw<ReadonlySet<ModelId>>(new SvelteSet());
  repeats = $state(4);
  /** Runs that are made at the same time. */
  jobs = $state(JOBS);
  /** Empty where there is no limit. */
  maxTokens = $state("");
  maxCost = $state("");
  /** Whether the scripts of the shown set may judge. */
  allowsScripts = $state(false);
  /** Whether the functions of the shown set that are live may run. */
  allowsLive = $state(false);
  readonly varying = new Varying();
  readonly limits = new ServiceLimits();

  toggleModels(models: readonly ModelId[], isChosen: boolean): void {
    const others = [...this.models].filter((model) => !models.includes(model));
    this.models = new SvelteSet(isChosen ? [...others, ...models] : others);
  }

  /** Why it can't be made as it is written. */
  obstacle(services: readonly string[], content: CaseSetContent): string | null {
    if (content.cases.length === 0)
      return say("The set has no cases yet. Choose “Keep as a case…” at an answer or a call of a session.");
    if (this.models.size === 0) return say("Choose a model");
    if (!isAmount(this.maxTokens) || !isAmount(this.maxCost)) return say("Tokens and dollars are numbers");
    if (this.varying.varied === null) return say("What varies needs values that can be read");
    if (this.limits.rates(services) === null) return say("The limits of services are numbers");
    if (content.scripts.length > 0 && !this.allowsScripts) return say("Let the scripts run first");
    return content.live.length > 0 && !this.allowsLive ? say("Let the functions run first") : null;
  }

  /** What is asked of the core, for a set and the services of the chosen models. */
  toStart(content: CaseSetContent, services: readonly string[]): StartExperiment {
    const limit = (text: string): number | null => (text.trim() === "" ? null : Number(text));
    return {
      folder: content.set.folder,
      models: [...this.models],
      varied: [...(this.varying.varied ?? [])],
      repeats: this.repeats,
      jobs: this.jobs,
      maxTokens: limit(this.maxTokens),
      maxCost: limit(this.maxCost),
      rates: this.limits.rates(services) ?? [],
      scripts: this.allowsScripts ? content.scripts : [],
      live: this.allowsLive ? content.live : [],
    };
  }
}

/** Whether it is a number from 0, or nothing. */
export function isAmount(text: string): boolean {
  return text.trim() === "" || Number(text) >= 0;
}
