import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Composer from "$composer/Composer.svelte";

function show(text: string, obstacle: string | null) {
  const acts = { onWrite: vi.fn(), onSend: vi.fn(), onRecall: vi.fn(() => false) };
  render(Composer, { text, obstacle, ...acts });
  return { area: screen.getByRole("textbox", { name: "Message" }), ...acts };
}

it("sends on Enter and begins a new line on Shift+Enter", async () => {
  const { area, onSend } = show("hello", null);
  await fireEvent.keyDown(area, { key: "Enter", shiftKey: true });
  expect(onSend).not.toHaveBeenCalled();
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onSend).toHaveBeenCalledOnce();
});

it("keeps the text and says why nothing can be sent", async () => {
  const { area, onSend } = show("hello", "The turn is paused.");
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByText("The turn is paused.")).not.toBeNull();
  expect(area).toHaveProperty("value", "hello");
});

it("does not send nothing", async () => {
  const { area, onSend } = show("  ", null);
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onSend).not.toHaveBeenCalled();
});
