import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { SettingsTab } from "$frame/layout.svelte";
import { demoHost, demoOverview } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import SettingsView from "$settings/SettingsView.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  HTMLDialogElement.prototype.showModal = () => undefined;
  return () => vi.useRealTimers();
});

async function show(demo: string, tab: SettingsTab) {
  const state = unseenWindow(demoHost(demo));
  await state.app.load();
  const stop = state.attached.follow();
  await vi.advanceTimersByTimeAsync(2000);
  stop();
  const { session } = state.app;
  if (session === null) throw new Error("no session is open");
  render(within(state, SettingsView), {
    props: { session, overview: demoOverview(), tab },
    context: new Map(),
  });
}

it("lets a person choose what their session asks for", async () => {
  await show("done", "answer");
  expect(screen.getByLabelText("Temperature")).not.toBeNull();
});

it("says why a program's session has the settings that its program sends", async () => {
  await show("attached-session", "answer");
  expect(screen.queryByLabelText("Temperature")).toBeNull();
  expect(screen.getByText("service default")).not.toBeNull();
  expect(screen.getByText(/^Support agent chooses its own model/)).not.toBeNull();
  expect(screen.getByText(/^Support agent sends its own settings/)).not.toBeNull();
});

it("leaves the tools of the provider to the program that sends them", async () => {
  await show("attached-session", "functions");
  expect(screen.queryByRole("group", { name: "Tools of the provider", hidden: true })).toBeNull();
  expect(screen.getByText(/^Support agent sends its own settings/)).not.toBeNull();
});
