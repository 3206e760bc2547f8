import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Palette from "$window/Palette.svelte";

function open(onClose: () => void): HTMLElement {
  const entry = { id: "one", group: "Actions", title: "Do one thing", note: "", run: () => undefined };
  render(Palette, { props: { entries: [entry], onClose } });
  return screen.getByRole("combobox", { hidden: true });
}

it("closes when the focus goes elsewhere", () => {
  const onClose = vi.fn();
  const field = open(onClose);
  expect(document.activeElement).toBe(field);
  const elsewhere = document.body.appendChild(document.createElement("button"));
  elsewhere.focus();
  expect(onClose).toHaveBeenCalledOnce();
  elsewhere.remove();
});

it("stays open when another window comes before this one", () => {
  const onClose = vi.fn();
  // The field is still the active element of its document.
  open(onClose).dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: null }));
  expect(onClose).not.toHaveBeenCalled();
});

it("gives the focus back to where it was", () => {
  const before = document.body.appendChild(document.createElement("button"));
  before.focus();
  const { unmount } = render(Palette, { props: { entries: [], onClose: () => undefined } });
  unmount();
  expect(document.activeElement).toBe(before);
  before.remove();
});
