import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { CasesReport, ExperimentSummary } from "$contract";
import LaneTable from "$experiments/results/LaneTable.svelte";
import ProgressLine from "$experiments/results/ProgressLine.svelte";
import PairList from "$experiments/results/PairList.svelte";
import sent from "../../../../tests/fixtures/experiments.json";

/** The report of the sample set, whose second lane sometimes passes. */
function flipping(): CasesReport {
  const report = structuredClone(sent.result.report) as unknown as CasesReport;
  const [, second] = report.lanes;
  if (second === undefined) throw new Error("there is one lane");
  second.passAt = [
    [1, 0.5],
    [2, 0.75],
    [4, 0.94],
  ];
  second.passEvery = [
    [1, 0.5],
    [2, 0.25],
    [4, 0.06],
  ];
  return report;
}

test("a lane shows how likely all attempts pass, and how likely one of them does", async () => {
  const onRuns = vi.fn();
  render(LaneTable, { report: flipping(), onRuns });
  expect(screen.getByText("pass^4").title).toBe("The chance that all of 4 attempts pass");
  expect(screen.getByText("pass@4").title).toBe("The chance that at least one of 4 attempts passes");
  expect(screen.getByText("6%")).not.toBeNull();
  await fireEvent.click(screen.getByText("94%"));
  expect(onRuns).toHaveBeenCalledExactlyOnceWith({ lane: "example:mistakes" });
});

test("what a lane and an experiment cost is told in a few digits", () => {
  const report = flipping();
  const [first, second] = report.lanes;
  if (first === undefined || second === undefined) throw new Error("there are two lanes");
  [first.cost, second.cost] = [0, 0.25];
  render(LaneTable, { report, onRuns: vi.fn() });
  expect([screen.getByText("$0"), screen.getByText("$0.25")]).toHaveLength(2);
  const running = {
    made: 1,
    tokens: 1200,
    cost: 12.5,
    secondsLeft: null,
    waiting: [],
    resent: 0,
    begunAgain: 0,
  };
  const summary = { ...sent.result.summary, progress: running } as unknown as ExperimentSummary;
  render(ProgressLine, { summary, models: [], onSteer: vi.fn() });
  expect(screen.getByRole("status").textContent).toContain("1,200 tokens · $12.50");
});

test("a difference leads to the runs of both lanes", async () => {
  const report = structuredClone(sent.result.report) as unknown as CasesReport;
  const onRuns = vi.fn();
  const models = [
    { model: "example:weather", title: "Right", service: "Example" },
    { model: "example:mistakes", title: "Wrong", service: "Example" },
  ];
  render(PairList, { pairs: report.comparisons, models, onRuns });
  for (const lane of ["Right", "Wrong"]) await fireEvent.click(screen.getByText(`Runs of ${lane}`));
  expect(onRuns.mock.calls).toEqual([[{ lane: "example:weather" }], [{ lane: "example:mistakes" }]]);
});
