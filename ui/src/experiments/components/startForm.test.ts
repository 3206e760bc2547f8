import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { CaseSetContent } from "$contract";
import StartForm from "$experiments/components/StartForm.svelte";
import { RunSheet } from "$experiments/state/runSheet.svelte";
import { demoOverview } from "$gallery/fixtures/demoHost";
import sent from "../../../../tests/fixtures/experiments.json";

const CONTENT = sent.content as unknown as CaseSetContent;

test("as many runs are made at the same time as a person says, within what the core takes", async () => {
  const sheet = new RunSheet();
  sheet.toggleModels(["example:weather"], true);
  const { models: profiles } = demoOverview();
  render(StartForm, { profiles, sheet, content: CONTENT, isBusy: false, onStart: vi.fn() });
  expect(sheet.toStart(CONTENT, []).jobs).toBe(4);
  const field = screen.getByLabelText("Runs at the same time");
  await fireEvent.change(field, { target: { value: "12" } });
  expect(sheet.toStart(CONTENT, []).jobs).toBe(12);
  await fireEvent.change(field, { target: { value: "200" } });
  expect(sheet.toStart(CONTENT, []).jobs).toBe(64);
});
