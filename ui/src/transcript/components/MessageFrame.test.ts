import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "$contract";
import MessageFrame from "$transcript/components/MessageFrame.svelte";
import type { Naming } from "$session/marks.svelte";

const MESSAGE: Message = {
  id: "m2",
  parent: "m1",
  role: "user",
  items: [{ type: "text", text: "Hello" }],
  author: { type: "person" },
  origin: "person",
};
const children = createRawSnippet(() => ({ render: () => "<p>Hello</p>" }));

function show(obstacle: string | null, naming: Naming | null = null) {
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
  const { unmount } = render(MessageFrame, {
    lead: { message: MESSAGE, version, marks: { name: "Second try", note: null, isPinned: true }, fork },
    actions,
    obstacle,
    isSlim: false,
    naming,
    onShow,
    onCompare: vi.fn(),
    children,
  });
  return { onShow, run, unmount };
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
  await fireEvent.click(screen.getByRole("button", { name: /Branches from here/ }));
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

describe("a name that is written", () => {
  const onDraft = vi.fn();
  const onKeep = vi.fn();
  const onCancel = vi.fn();

  beforeEach(() => {
    vi.clearAllMocks();
  });

  function write(draft = "Second try") {
    const { unmount } = show(null, { draft, onDraft, onKeep, onCancel });
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name of this branch" });
    return { field, unmount };
  }

  it("is told with each key, and kept with Enter", async () => {
    const { field } = write();
    await fireEvent.input(field, { target: { value: "Third" } });
    expect(onDraft.mock.calls).toEqual([["Third"]]);
    await fireEvent.keyDown(field, { key: "Enter" });
    await tick();
    expect(onKeep).toHaveBeenCalledTimes(1);
  });

  it("is called off with Escape", async () => {
    const { field, unmount } = write();
    await fireEvent.keyDown(field, { key: "Escape" });
    unmount();
    await tick();
    expect([onCancel.mock.calls.length, onKeep.mock.calls.length]).toEqual([1, 0]);
  });

  it("is neither kept nor called off where its row leaves the list, and goes on when the row is back", async () => {
    const first = write();
    expect([first.field.selectionStart, first.field.selectionEnd]).toEqual([0, 10]);
    // Some browsers take the focus away before they take a field out of the page.
    first.field.dispatchEvent(new FocusEvent("blur"));
    first.unmount();
    await tick();
    expect(onKeep).not.toHaveBeenCalled();
    expect(onCancel).not.toHaveBeenCalled();
    const { field } = write("Thir");
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(["Thir", 4, 4]);
    expect(document.activeElement).toBe(field);
  });

  it("does not take the focus from who writes elsewhere when it comes back", () => {
    const elsewhere = document.body.appendChild(document.createElement("textarea"));
    elsewhere.focus();
    write("Thir");
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });
});
