import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, onTestFinished, vi } from "vitest";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import HeaderView from "$window/HeaderView.svelte";
import LeftRail from "$window/LeftRail.svelte";
import type { WindowState } from "$window/context";

const HELD =
  "Support agent chooses its own model. Another one can answer in its place: see the settings of the program.";

async function show(demo: string, programs: number): Promise<WindowState> {
  const host = demoHost(demo);
  const state = unseenWindow(host);
  await state.app.load();
  await vi.waitFor(() => expect(state.app.session?.isLoaded).toBe(true));
  const { overview, session } = state.app;
  if (overview === null || session === null) throw new Error("nothing is open");
  onTestFinished(state.attached.follow());
  await vi.waitFor(() => expect(state.attached.programs).toHaveLength(programs));
  render(within(state, HeaderView), { props: { session, overview }, context: new Map() });
  render(within(state, LeftRail), { props: { overview }, context: new Map() });
  return state;
}

it("lets a person choose the model of a session of their own", async () => {
  await show("done", 0);
  expect(screen.queryByTitle(HELD)).toBeNull();
  expect(screen.queryByTitle("Use Echo in this session")).not.toBeNull();
});

it("leads to the settings of the program that chooses the model, and offers no other one", async () => {
  const { attached } = await show("attached-session", 1);
  const [head, ...others] = screen.getAllByTitle(HELD);
  expect(others.map((one) => one.getAttribute("aria-disabled"))).toEqual(["true", "true"]);
  if (head === undefined) throw new Error("the head has a model");
  await fireEvent.click(head);
  expect(attached.sheet?.type).toBe("settings");
});
