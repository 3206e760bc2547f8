import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import LookingBanner from "$branches/LookingBanner.svelte";

it.each([
  [null, "You look at another branch. What you write follows the current one."],
  [
    "Support agent",
    "You look at another branch. Support agent goes on from what it sends, wherever you look.",
  ],
])("says what follows the current branch, whoever asks: %s", (program, words) => {
  render(LookingBanner, { program, obstacle: null, onGoOn: vi.fn(), onCompare: vi.fn(), onBack: vi.fn() });
  expect(screen.getByRole("status").textContent).toContain(words);
});
