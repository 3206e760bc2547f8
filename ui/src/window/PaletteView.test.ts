import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import PaletteView from "$window/PaletteView.svelte";

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => undefined;
});

async function openPalette(demo: string): Promise<void> {
  const state = unseenWindow(demoHost(demo));
  await state.app.load();
  await vi.waitFor(() => expect(state.app.session?.isLoaded).toBe(true));
  const { overview } = state.app;
  if (overview === null) throw new Error("nothing is loaded");
  render(within(state, PaletteView), { props: { overview }, context: new Map() });
}

it("offers to go on in a session of one's own", async () => {
  await openPalette("done");
  expect(screen.queryByText("Inject a call…")).not.toBeNull();
  expect(screen.queryByText("Run again from the end…")).not.toBeNull();
  expect(screen.queryByText("Make this history shorter…")).not.toBeNull();
});

it("offers nothing that would go on in a program’s conversation", async () => {
  await openPalette("attached-session");
  expect(screen.queryByText("Compare protocols…")).not.toBeNull();
  expect(screen.queryByText("Inject a call…")).toBeNull();
  expect(screen.queryByText("Run again from the end…")).toBeNull();
  expect(screen.queryByText("Make this history shorter…")).toBeNull();
});
