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

function show(obstacle: string | null, isNaming = false) {
  const onName = vi.fn();
  const onShow = vi.fn();
  const run = vi.fn();
  const version = { place: 2, of: 3, previous: "m9", next: "m4" };
  const actions = [{ id: "back", title: "Go back to here", obstacle, run }];
  render(MessageFrame, {
    lead: { message: MESSAGE, version, marks: { name: "Second try", note: null, isPinned: true } },
    actions,
    obstacle,
    isSlim: false,
    isNaming,
    onShow,
    onName,
    children,
  });
  return { onShow, onName, run };
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

it("tells the name of the branch, and that the message is pinned", () => {
  show(null);
  expect(screen.getByText("Second try")).not.toBeNull();
  expect(screen.getByText("Pinned")).not.toBeNull();
});

it("takes a new name with Enter, and keeps the old one with Escape", async () => {
  const { onName } = show(null, true);
  const field = screen.getByRole("textbox", { name: "Name of this branch" });
  await fireEvent.input(field, { target: { value: "Third" } });
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(onName.mock.calls).toEqual([["Third"]]);
  field.focus();
  await fireEvent.keyDown(field, { key: "Escape" });
  expect(onName.mock.calls.at(-1)).toEqual(["Second try"]);
});
