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
