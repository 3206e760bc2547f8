import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { FunctionName, FunctionSpec } from "$contract";
import RankingFields from "$selection/RankingFields.svelte";
import FunctionSet from "$plan/FunctionSet.svelte";
import { RANKED } from "$gallery/fixtures/ranking";

const NOW: FunctionSpec = {
  name: { plugin: "clock", function: "now" },
  description: "The time.",
  parameters: {},
  effect: "readsOnly",
};
const LATER: FunctionName = { plugin: "clock", function: "later" };

it("shows a named function that is not there, and takes it out of the list", async () => {
  const onChange = vi.fn();
  render(FunctionSet, { names: [NOW.name, LATER], functions: [NOW], open: "All of them", onChange });
  expect(screen.getAllByRole("checkbox").length).toBe(3);
  await fireEvent.click(screen.getByRole("checkbox", { name: /clock · later/ }));
  expect(onChange.mock.calls).toEqual([[[NOW.name]]]);
});

it("shows a pinned or found function that is not there, and takes it out of the selection", async () => {
  const onChange = vi.fn();
  const mode = { type: "external" as const, search: "time", functions: [NOW.name, LATER] };
  const plan = { ...RANKED, pinned: [NOW.name, LATER], mode };
  render(RankingFields, { plan, functions: [NOW], onChange });
  await fireEvent.click(screen.getByRole("checkbox", { name: /clock · later/ }));
  const left = { ...plan, pinned: [NOW.name], mode: { ...mode, functions: [NOW.name] } };
  expect(onChange.mock.calls).toEqual([[left]]);
});
