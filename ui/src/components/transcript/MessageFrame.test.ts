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
  const shared = { depth: 0, name: null, length: 2, isShown: false };
  const fork = () => [
    { ...shared, id: "m9", words: "First try" },
    { ...shared, id: "m2", words: "Hello", name: "Second try", isShown: true },
    { ...shared, id: "m5", words: "Hello again", depth: 1 },
  ];
  const actions = [{ id: "back", title: "Go back to here", obstacle, run }];
  render(MessageFrame, {
    lead: { message: MESSAGE, version, marks: { name: "Second try", note: null, isPinned: true }, fork },
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

it("shows the branches that fork here as a tree, and goes to any of them", async () => {
  const { onShow } = show(null);
  await fireEvent.click(screen.getByRole("button", { name: "Branches from here" }));
  const branches = screen.getAllByRole("menuitemradio", { hidden: true });
  const words = branches.map((branch) => branch.textContent.replace(/\s+/g, " ").trim());
  expect(words).toEqual(["First try 2 messages", "Second try Hello 2 messages", "Hello again 2 messages"]);
  expect(branches.map((branch) => branch.getAttribute("aria-checked"))).toEqual(["false", "true", "false"]);
  await fireEvent.click(screen.getByText("Hello again"));
  expect(onShow.mock.calls).toEqual([["m5"]]);
  expect(screen.queryByRole("menu", { hidden: true })).toBeNull();
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
