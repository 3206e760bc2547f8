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
  render(StartForm, { profiles, more: [], sheet, content: CONTENT, isBusy: false, onStart: vi.fn() });
  expect(sheet.toStart(CONTENT, []).jobs).toBe(4);
  const field = screen.getByLabelText("Runs at the same time");
  await fireEvent.change(field, { target: { value: "12" } });
  expect(sheet.toStart(CONTENT, []).jobs).toBe(12);
  await fireEvent.change(field, { target: { value: "200" } });
  expect(sheet.toStart(CONTENT, []).jobs).toBe(64);
});

test("models of the same title are told apart by their services", () => {
  const profiles = ["Acme", "Hub"].map((service) => ({ model: `${service}/pro`, title: "Pro", service }));
  const sheet = new RunSheet();
  render(StartForm, { profiles, more: [], sheet, content: CONTENT, isBusy: false, onStart: vi.fn() });
  const names = screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .map(({ labels }) => labels?.[0]?.textContent);
  expect(names.map((name) => name?.replaceAll(/\s+/g, " ").trim())).toEqual(["Pro Acme", "Pro Hub"]);
});

test("what keeps a run from being made is told at its button", async () => {
  const sheet = new RunSheet();
  const { models: profiles } = demoOverview();
  const onStart = vi.fn();
  render(StartForm, { profiles, more: [], sheet, content: CONTENT, isBusy: false, onStart });
  const begin = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
  expect(begin(/^Choose a model/).title).toContain("Choose a model");
  sheet.toggleModels(["example:weather"], true);
  sheet.maxCost = "much";
  await vi.waitFor(() => expect(begin(/^Make/).title).toContain("Tokens and dollars are numbers"));
  await fireEvent.click(begin(/^Make/));
  expect(onStart).not.toHaveBeenCalled();
});

test("a set without cases says so, and how it gets one, whatever models are chosen", async () => {
  const sheet = new RunSheet();
  const { models: profiles } = demoOverview();
  const onStart = vi.fn();
  const empty = { ...CONTENT, cases: [], scripts: [], live: [] };
  render(StartForm, { profiles, more: [], sheet, content: empty, isBusy: false, onStart });
  const button = screen.getByRole("button", { name: /^No cases yet/ });
  expect(button.title).toContain("Choose “Keep as a case…” at an answer or a call of a session");
  sheet.toggleModels(["example:weather"], true);
  await fireEvent.click(screen.getByRole("button", { name: /^No cases yet/ }));
  expect(onStart).not.toHaveBeenCalled();
});

test("actions that add models stand below them", async () => {
  const run = vi.fn();
  const more = [{ id: "service", title: "Add a service…", obstacle: null, run }];
  const sheet = new RunSheet();
  render(StartForm, { profiles: [], more, sheet, content: CONTENT, isBusy: false, onStart: vi.fn() });
  await fireEvent.click(screen.getByRole("button", { name: "Add a service…" }));
  expect(run).toHaveBeenCalledOnce();
});
