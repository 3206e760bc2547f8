import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import TryView from "$requests/TryView.svelte";
import type { Trial } from "$contract";
import { NO_USAGE } from "$content/usage";
import { exchangeDemo } from "$gallery/fixtures/demo";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => undefined;
});

/** Why the answer to a request that was sent by hand can't become a part of the history. */
async function obstacleIn(demo: string): Promise<string | null> {
  const host = demoHost(demo);
  const state = unseenWindow(host);
  await state.app.load();
  await vi.waitFor(() => expect(state.app.session?.isLoaded).toBe(true));
  const { overview } = state.app;
  if (overview === null) throw new Error("nothing is loaded");
  vi.spyOn(host, "call").mockImplementation((command) => Promise.resolve(REPLIES[command] as never));
  state.trying.open("s1", { type: "said", after: null }, "The next request", "echo");
  await vi.waitFor(() => expect(state.trying.draft).not.toBeNull());
  await state.trying.send();
  const { unmount } = render(within(state, TryView), { props: { overview }, context: new Map() });
  const button = screen.getByRole("button", { name: "Use this answer", hidden: true });
  const obstacle = button.getAttribute("aria-disabled") === "true" ? button.title : null;
  unmount();
  return obstacle;
}

const TRIAL: Trial = {
  exchange: "x9",
  model: "echo",
  after: null,
  items: [{ type: "text", text: "Yes." }],
  usage: NO_USAGE,
  stop: { type: "complete" },
  failure: null,
};
const REPLIES: Record<string, unknown> = {
  request_draft: { body: "{}", method: "POST", url: "", headers: [], adaptations: [] },
  request_try: TRIAL,
  exchange_read: exchangeDemo(),
};

it("lets the history go on with an answer, unless a turn or a program has it", async () => {
  expect(await obstacleIn("done")).toBeNull();
  expect(await obstacleIn("before")).toMatch(/^Not while a turn is paused/);
  expect(await obstacleIn("attached-session")).toMatch(/^This conversation is a program’s/);
});
