import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import IconButton from "$shared/controls/IconButton.svelte";

it("can be reached by the keys where it does nothing now, and says why", async () => {
  const onclick = vi.fn();
  const obstacle = "A turn is under way.";
  render(IconButton, { icon: "pencil", name: "Edit result and run on", obstacle, onclick });
  const button = screen.getByRole("button", { name: "Edit result and run on" });
  button.focus();
  expect(document.activeElement).toBe(button);
  expect([button.ariaDisabled ?? button.getAttribute("aria-disabled"), button.title]).toEqual([
    "true",
    obstacle,
  ]);
  await fireEvent.click(button);
  expect(onclick).not.toHaveBeenCalled();
});

it("shows its reason to the keys beside itself, where nothing fades or cuts it, for as long as it holds", async () => {
  const obstacle = "A turn is under way.";
  const { rerender, unmount } = render(IconButton, {
    icon: "pencil",
    name: "Edit",
    obstacle,
    onclick: vi.fn(),
  });
  const button = screen.getByRole("button", { name: "Edit" });
  // How the focus came here, which jsdom only guesses.
  vi.spyOn(button, "matches").mockReturnValue(true);
  const bubbles = () => [...document.querySelectorAll("[popover]")].map(({ textContent }) => textContent);
  button.focus();
  expect(bubbles()).toEqual([obstacle]);
  expect(button.querySelector("[popover]")).toBeNull();
  button.blur();
  expect(bubbles()).toEqual([]);
  button.focus();
  await rerender({ obstacle: "The session is read only." });
  expect(bubbles()).toEqual(["The session is read only."]);
  await fireEvent.keyDown(button, { key: "Escape" });
  expect(bubbles()).toEqual([]);
  await rerender({ obstacle: null });
  await rerender({ obstacle });
  expect(bubbles()).toEqual([obstacle]);
  unmount();
  expect(bubbles()).toEqual([]);
});
