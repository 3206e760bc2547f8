import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { withStop } from "$breakpoints/breakpoints";
import type { Breakpoint } from "$contract";
import { exchangeDemo, PLAN } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { Recorder } from "$gallery/fixtures/recorder";
import { unseenWindow, within } from "$gallery/within";
import { ScriptedHost } from "$host/scripted/host";
import SessionStart from "$window/SessionStart.svelte";

const NONE_SET = "Set a breakpoint below";

/** What a new session says with these breakpoints. */
async function wordsWith(breakpoints: Breakpoint[]): Promise<string> {
  const { entries } = new Recorder("New session", { ...PLAN, breakpoints }, 0);
  const script = { recording: { title: "New session", entries }, exchange: exchangeDemo() };
  const overview = demoOverview();
  const state = unseenWindow(new ScriptedHost({ overview, ...script, shown: entries.length, pace: 0 }));
  await state.app.load();
  const { session } = state.app;
  if (session === null) throw new Error("no session is open");
  await expect.poll(() => session.plan).not.toBeNull();
  render(within(state, SessionStart), { props: { session, overview }, context: new Map() });
  return screen.getByText(/loaded/).textContent;
}

it("asks for a breakpoint only where none is set", async () => {
  expect(await wordsWith([])).toContain(NONE_SET);
});

it("says that the turn stops where a breakpoint is set", async () => {
  expect(await wordsWith(withStop([], "beforeCall", true))).not.toContain(NONE_SET);
});
