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

it("takes the keys from the line of the session that was opened, and not from one who chooses or writes", () => {
  const made = (name: string, attributes: Record<string, string>, ...inside: Element[]): HTMLElement => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };
  const elsewhere = made(
    "div",
    {},
    made("button", { class: "line" }),
    made("div", { role: "menu" }, made("button", { role: "menuitem" })),
    made("div", { role: "dialog" }, made("button", { class: "inside" })),
    made("input", { class: "other" }),
  );
  document.body.append(elsewhere);
  function keysAfter(selector: string): Element | null {
    const before = elsewhere.querySelector<HTMLElement>(selector);
    before?.focus();
    const { unmount } = render(Composer, {
      text: "",
      obstacle: null,
      onWrite: vi.fn(),
      onSend: vi.fn(),
      onRecall: vi.fn(() => false),
    });
    const now = document.activeElement;
    unmount();
    return now === before ? before : null;
  }
  expect(keysAfter(".line")).toBeNull();
  for (const kept of ["[role='menuitem']", ".inside", ".other"]) expect(keysAfter(kept)).not.toBeNull();
  elsewhere.remove();
});

it("does not send nothing", async () => {
  const { area, onSend } = show("  ", null);
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onSend).not.toHaveBeenCalled();
});
