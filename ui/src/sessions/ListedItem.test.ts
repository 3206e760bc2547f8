import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import ListedItem from "$sessions/ListedItem.svelte";

async function renaming(): Promise<{ field: HTMLElement; onDescribe: ReturnType<typeof vi.fn> }> {
  const onDescribe = vi.fn();
  const listed = { id: "one", title: "Before", created: 0, changed: 0, models: [], tags: [], lanes: null };
  const props = { listed, phase: "idle" as const, isOpen: true, actions: [], onOpen: vi.fn(), onDescribe };
  render(ListedItem, { props });
  await fireEvent.keyDown(screen.getByRole("button", { name: /^Before/u }), { key: "F2" });
  const field = screen.getByRole("textbox", { name: "Title of the session" });
  await fireEvent.input(field, { target: { value: "After" } });
  return { field, onDescribe };
}

it("a title that was written with the keys leaves them at its line", async () => {
  const { field, onDescribe } = await renaming();
  // The line is not pressed by the same key.
  expect(await fireEvent.keyDown(field, { key: "Enter" })).toBe(false);
  expect(onDescribe).toHaveBeenCalledWith({ title: "After" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Before/u }));
});

it("a title that is taken back is not saved by the field that goes, and the keys are at its line", async () => {
  const { field, onDescribe } = await renaming();
  // A browser takes the focus from what goes.
  const escaped = fireEvent.keyDown(field, { key: "Escape" });
  await fireEvent.blur(field);
  await escaped;
  expect(onDescribe).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Before/u }));
});
