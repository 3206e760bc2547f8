import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import BinList from "$sessions/BinList.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";

it("draws the sessions of a full bin that are in sight", async () => {
  const overview = demoOverview();
  const state = unseenWindow(
    new ScriptedHost({ overview, recording: weatherDemo(), exchange: exchangeDemo(), shown: 0, pace: 0 }),
  );
  const discarded = Array.from({ length: 1030 }, (_, at) => ({
    id: `s${at}`,
    title: `Session ${at}`,
    created: 0,
    changed: 0,
    models: [],
    tags: [],
  }));
  render(within(state, BinList), { props: { discarded }, context: new Map() });
  await fireEvent.click(screen.getByRole("button", { name: "Bin 1,030" }));
  expect(screen.getAllByText(/^Session \d+$/).length).toBeLessThan(50);
});
