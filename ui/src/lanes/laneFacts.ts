import type { ModelId, Usage } from "$contract";
import { modelName } from "$content/modelTitle";
import { addUsage, NO_USAGE } from "$content/usage";
import type { SessionState } from "$session/session.svelte";
import { type CallState, roundOf, type Timeline } from "$timeline/model";
import { neverRan } from "$timeline/turnEnding";

/** Whether the figures of all lanes are shown above them. */
export const TABLE_SHOWN = "lanes/table";

/** What a session has used so far, over all its turns. */
export type LaneFacts = {
  rounds: number;
  /** Milliseconds of the model, excluding those in which a person held its answer. Null before the first answer. */
  modelTime: number | null;
  /** Milliseconds in which functions ran. Those of calls that run side by side count once. */
  functionTime: number;
  usage: Usage;
  calls: number;
  /** Calls that were never run, because their turn ended first, have not failed. */
  failures: number;
};

/** A line of the table over all lanes. */
export type LaneRow = {
  place: number;
  name: string;
  model: { title: string; service: string | null };
  status: string;
  facts: LaneFacts;
  /** In dollars, where prices are known. */
  cost: { cost: number; isLeast: boolean } | null;
};

export function factsOf(timeline: Timeline): LaneFacts {
  const { turnOrder, turns, calls } = timeline;
  const begun = turnOrder.flatMap((id) => turns[id]?.rounds ?? []);
  const rounds = begun.filter(({ requestedAt }) => requestedAt !== null);
  const answered = rounds.filter(({ respondedAt }) => respondedAt !== null);
  // Calls of no turn were copied from another lane, or imported.
  const ran = calls.all.filter(({ call, scope }) => call !== null && roundOf(timeline, scope) !== null);
  return {
    rounds: rounds.length,
    modelTime: answered.length === 0 ? null : sum(answered.map(({ times }) => times.model)),
    functionTime: sum(begun.map(({ times }) => times.functions)),
    usage: rounds.reduce((total, { usage }) => addUsage(total, usage), NO_USAGE),
    calls: ran.length,
    failures: ran.filter(hasFailed).length,
  };
}

function hasFailed({ result, ended }: CallState): boolean {
  const outcome = result?.outcome ?? ended;
  return outcome?.type === "failed" && !neverRan(outcome);
}

/** The model a session asks next, by its title and service. */
export function modelOf(
  { plan }: Pick<SessionState, "plan">,
  models: readonly { model: ModelId; title: string; service: string }[],
): LaneRow["model"] {
  const known = models.find(({ model }) => model === plan?.model);
  return known ?? { title: modelName(plan?.model ?? ""), service: plan?.program ?? null };
}

/** The lowest of some figures, where they differ. */
export function leastOf(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((one) => one !== null);
  const least = Math.min(...known);
  return known.length > 1 && known.some((one) => one !== least) ? least : null;
}

/** Each figure as a part of the largest, from zero on. Nothing, where it was not reported. */
export function partsOfMost(figures: readonly (number | null)[]): (number | null)[] {
  const most = Math.max(0, ...figures.filter((one) => one !== null));
  return figures.map((one) => (one === null || most === 0 ? null : one / most));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
