import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, it, vi } from "vitest";
import type { Message } from "$contract";
import MessageFrame from "$components/transcript/MessageFrame.svelte";

const MESSAGE: Message = {
  id: "m2",
  parent: "m1",
  role: "user",
  items: [{ type: "text", text: "Hello" }],
  author: { type: "person" },
  origin: "person",
};
const children = createRawSnippet(() => ({ render: () => "<p>Hello</p>" }));

function show(obstacle: string | null) {
  const onShow = vi.fn();
  const run = vi.fn();
  const version = { place: 2, of: 3, previous: "m9", next: "m4" };
  const actions = [{ id: "back", title: "Go back to here", obstacle, run }];
  render(MessageFrame, {
    lead: { message: MESSAGE, version },
    actions,
    obstacle,
    isSlim: false,
    onShow,
    children,
  });
  return { onShow, run };
}

it("goes from version to version", async () => {
  const { onShow } = show(null);
  expect(screen.getByText("2 of 3")).not.toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Next version" }));
  await fireEvent.click(screen.getByRole("button", { name: "Previous version" }));
  expect(onShow.mock.calls).toEqual([["m4"], ["m9"]]);
});

it("says why it can't be done, and does nothing", async () => {
  const { onShow, run } = show("Not while a turn is running.");
  await fireEvent.click(screen.getByRole("button", { name: "Next version" }));
  await fireEvent.click(screen.getByRole("button", { name: "What to do with this message" }));
  expect(screen.getByText("Not while a turn is running.")).not.toBeNull();
  await fireEvent.click(screen.getByText("Go back to here"));
  expect(onShow).not.toHaveBeenCalled();
  expect(run).not.toHaveBeenCalled();
});
