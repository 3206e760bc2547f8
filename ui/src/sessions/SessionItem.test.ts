import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import SessionItem from "$sessions/SessionItem.svelte";

it.each([
  ["done", null],
  ["attached-session", "This conversation is a program’s. Fork it to go on yourself."],
])("offers to make the open history shorter where it is a person’s own: %s", async (demo, obstacle) => {
  const state = unseenWindow(demoHost(demo));
  const { app } = state;
  await app.load();
  await vi.waitFor(() => expect(app.session?.isLoaded).toBe(true));
  const session = app.listed.find(({ id }) => id === app.session?.id);
  if (session === undefined) throw new Error("nothing is open");
  const onReduce = vi.fn();
  const rest = { onOpen: vi.fn(), onDescribe: vi.fn(), onExport: vi.fn(), onDiscard: vi.fn() };
  const props = { session, phase: "idle" as const, isOpen: true, onReduce, ...rest };
  render(within(state, SessionItem), { props, context: new Map() });
  const [opener] = screen.getAllByRole("button").filter((one) => one.getAttribute("aria-haspopup") !== null);
  if (opener === undefined) throw new Error("there is a menu");
  await fireEvent.click(opener);
  await fireEvent.click(screen.getByText("Make this history shorter…"));
  expect(onReduce).toHaveBeenCalledTimes(obstacle === null ? 1 : 0);
  if (obstacle !== null) expect(document.body.textContent).toContain(obstacle);
});
