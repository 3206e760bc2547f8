import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import FirstRun from "$window/FirstRun.svelte";

async function open() {
  const state = unseenWindow(demoHost("empty"));
  await state.app.load();
  const { overview } = state.app;
  if (overview === null) throw new Error("nothing is loaded");
  render(within(state, FirstRun), { props: { overview }, context: new Map() });
  return state;
}

it("leads to the experiments, whose empty view runs a sample set", async () => {
  const state = await open();
  await fireEvent.click(screen.getByText("Compare models over a sample set…"));
  expect(state.experiments.isOpen).toBe(true);
});

it("leads to attaching a program", async () => {
  const state = await open();
  await fireEvent.click(screen.getByText("Attach a program…"));
  expect(state.attached.sheet).toEqual({ type: "attach" });
});
