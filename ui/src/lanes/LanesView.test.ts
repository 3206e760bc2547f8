import { fireEvent, render, screen, within as inside } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { AttachedPrograms } from "$attached/state/attached.svelte";
import { SUPPORT_AGENT } from "$gallery/fixtures/attached";
import { demoOverview } from "$gallery/fixtures/demoHost";
import type { Overview } from "$contract";
import type { Host } from "$host/host";
import { lanesHost, waitingLanesHost } from "$gallery/fixtures/lanes";
import { unseenWindow, within } from "$gallery/within";
import LanesView from "$lanes/LanesView.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  // Nothing is laid out here, and so nothing scrolls.
  HTMLElement.prototype.scrollTo = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  return () => vi.useRealTimers();
});

/** Everything that is looked up once is there by then. */
const SETTLED = 2000;
const TOLD = "1 thought becomes void";

async function show(hostOf: (overview: Overview) => Host = lanesHost) {
  const overview = demoOverview();
  const host = hostOf(overview);
  const asked = vi.spyOn(host, "call");
  const state = unseenWindow(host);
  await state.app.load();
  await vi.advanceTimersByTimeAsync(SETTLED);
  const { lanes } = state.app;
  if (lanes === null) throw new Error("no comparison is open");
  render(within(state, LanesView), { props: { lanes, overview }, context: new Map() });
  await vi.advanceTimersByTimeAsync(SETTLED);
  const argsOf = (command: string): unknown[] =>
    asked.mock.calls.flatMap(([name, args]) => (name === command ? [args] : []));
  return { lanes, composer: state.composer, argsOf };
}

it("tells in each lane what the message to all makes void there, and nothing where nothing does", async () => {
  await show();
  expect(screen.getAllByText(TOLD)).toHaveLength(1);
  const large = screen.getByRole("region", { name: "Lane 1, Large" });
  expect(inside(large).getByText(TOLD)).not.toBeNull();
});

it("says that calls are the same only where there are calls", async () => {
  const { lanes } = await show(waitingLanesHost);
  const areSilent = lanes.lanes.every(({ session }) => session.shown.calls.all.length === 0);
  expect([areSilent, lanes.parted, lanes.alignments.size]).toEqual([true, null, 1]);
  expect(screen.queryByText("No difference in calls")).toBeNull();
});

it("says once why no lane can be added while a turn runs", async () => {
  await show(waitingLanesHost);
  await fireEvent.click(screen.getByRole("button", { name: "Add a lane" }));
  expect(screen.getAllByText(/^Not while a turn is running/)).toHaveLength(1);
});

it("keeps what is chosen about void thoughts in the session of that lane", async () => {
  const { lanes, argsOf } = await show();
  await fireEvent.click(screen.getByText("Leave them out"));
  const plan = lanes.at("s1")?.session.plan;
  expect(plan?.settings.onVoid).toBe("leaveOut");
  expect(argsOf("session_configure")).toEqual([{ session: "s1", plan }]);
});

it("does not look for void thoughts again while a message is written", async () => {
  const { composer, argsOf } = await show();
  for (const text of ["A", "An", "And"]) {
    composer.write("c1", text);
    await vi.runAllTimersAsync();
  }
  expect(argsOf("request_draft")).toEqual([
    { session: "s1", source: { type: "said", after: null }, model: "anthropic/claude-opus-5-5" },
  ]);
});

it("tells nothing in a lane that the message does not go to", async () => {
  const { lanes } = await show();
  lanes.focus("s5");
  lanes.address(false);
  await vi.runAllTimersAsync();
  expect(screen.queryByText(TOLD)).toBeNull();
  lanes.focus("s1");
  await vi.runAllTimersAsync();
  expect(screen.getByText(TOLD)).not.toBeNull();
});

it("tells in the head of each lane that its request waits for room in its model, or to be sent again", async () => {
  await show(waitingLanesHost);
  const headOf = (name: string): string | undefined =>
    screen.getByRole("region", { name }).querySelector("header")?.textContent;
  expect(headOf("Lane 1, Large")).toMatch(/Waiting \d+ s for attempt 2/);
  expect(headOf("Lane 2, Small")).toContain("Queued behind other requests");
});

it("offers no model in the lane of an attached program, and says why", async () => {
  const programWith = vi.spyOn(AttachedPrograms.prototype, "programWith");
  programWith.mockImplementation((session) => (session === "s1" ? SUPPORT_AGENT : null));
  await show();
  const [ofProgram, own] = screen.getAllByRole("button", { name: /^Model of lane/ });
  expect(ofProgram?.getAttribute("aria-disabled")).toBe("true");
  expect(ofProgram?.title).toMatch(/^Support agent chooses its own model/);
  expect(own?.getAttribute("aria-disabled")).toBeNull();
  programWith.mockRestore();
});

it("leaves the keys to the lane that is looked at when the one they were in goes", async () => {
  const { lanes } = await show();
  const [first, ...rest] = lanes.comparison.lanes;
  screen.getByRole("button", { name: `What to do with lane ${first?.name ?? ""}` }).focus();
  lanes.take({ ...lanes.comparison, lanes: rest });
  await vi.runAllTimersAsync();
  const looked = screen.getByRole("region", { name: `Lane 1, ${lanes.focused?.lane.name ?? ""}` });
  expect(document.activeElement).toBe(looked);
});
