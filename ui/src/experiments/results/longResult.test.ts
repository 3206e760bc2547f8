import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { CasesReport, RunFilter } from "$contract";
import CaseList from "$experiments/results/CaseList.svelte";
import FunctionTable from "$experiments/results/FunctionTable.svelte";
import sent from "../../../../tests/fixtures/experiments.json";

const MANY = 1030;

/** The report of the sample set with many cases and functions. */
function large(): CasesReport {
  const report = structuredClone(sent.result.report) as unknown as CasesReport;
  const [outcome] = report.cases;
  const [figures] = report.functions;
  if (outcome === undefined || figures === undefined) throw new Error("the report is empty");
  const many = Array.from({ length: MANY }, (_, at) => at);
  return {
    ...report,
    cases: many.map((at) => ({ ...outcome, case: `case-${at}` })),
    functions: many.map((at) => ({ ...figures, function: `function_${at}` })),
  };
}

const nothing = (): void => undefined;

test("of many cases the first are drawn, more on demand, and the one whose runs are shown", async () => {
  const props = { report: large(), runs: null, models: [], onRuns: nothing, onOpen: nothing };
  const { rerender } = render(CaseList, { ...props, onMore: nothing, onChange: nothing });
  const drawn = (): number => screen.getAllByText(/^case-\d+$/).length;
  expect(drawn()).toBe(50);
  await fireEvent.click(screen.getByText("Show more"));
  expect(drawn()).toBe(100);
  const filter: RunFilter = { case: "case-110", lane: "example:weather" };
  await rerender({ runs: { filter, runs: [], total: 0 } });
  expect(drawn()).toBe(111);
});

test("of many functions the first are drawn, and more on demand", async () => {
  render(FunctionTable, { functions: large().functions, models: [], onRuns: nothing });
  const drawn = (): number => screen.getAllByText(/^function_\d+$/).length;
  expect(drawn()).toBe(50);
  await fireEvent.click(screen.getByText("Show more"));
  expect(drawn()).toBe(100);
});
