import { expect, it } from "vitest";
import { modelName } from "$content/modelTitle";
import { branchesDemo } from "$gallery/fixtures/histories";
import { compareBranches } from "$session/branchComparison";
import { emptyTimeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function branches() {
  const timeline = emptyTimeline();
  for (const entry of branchesDemo().entries) applyEntry(timeline, entry);
  return timeline;
}

it("sets two branches beside each other from where they part", () => {
  const { shared, steps } = compareBranches(branches(), ["m5", "m2"], modelName);
  expect(shared).toBe(1);
  expect(steps.map(({ mine, other, isSame }) => [mine?.message, other?.message, isSame])).toEqual([
    ["m3", "m2", false],
    ["m4", undefined, false],
    ["m5", undefined, false],
  ]);
  expect(steps[0]?.other?.text).toContain('get_forecast({"city": "Oslo", "days": 1})');
});

it("names results by what tells their calls apart", () => {
  const { steps } = compareBranches(branches(), ["m5", "m2"], modelName);
  expect(steps[1]?.mine?.text).toMatch(/^get_forecast · Boston\n[^]*get_forecast · Bergen\n/);
});

it("knows what is the same in both, and has nothing to say of a branch and itself", () => {
  const timeline = branches();
  expect(compareBranches(timeline, ["m7", "m7"], modelName)).toEqual({ shared: 2, steps: [] });
  expect(compareBranches(timeline, ["m7", "m9"], modelName).steps.map(({ isSame }) => isSame)).toEqual([
    false,
    false,
  ]);
});

it("calls models by their titles", () => {
  const { steps } = compareBranches(branches(), ["m5", "m2"], (model) => `The ${model}`);
  expect([steps[0]?.mine?.by, steps[0]?.other?.by]).toEqual(["The scripted", "The scripted"]);
});
