import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import WaitRow from "$transcript/components/WaitRow.svelte";

type Again = { reason: string | null; attempt: number; left: number | null };

function show(again: Again | null, stalled: number | null = null) {
  const [onRetry, onStop] = [vi.fn(), vi.fn()];
  render(WaitRow, { text: "Asking the model", passed: null, again, stalled, onRetry, onStop });
  return { onRetry, onStop };
}

it("sends a request again at once that counts down to its next attempt", async () => {
  const { onRetry, onStop } = show({ reason: "slow down", attempt: 2, left: 90_000 });
  await fireEvent.click(screen.getByRole("button", { name: "Retry now" }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(onStop).not.toHaveBeenCalled();
});

it("offers no attempt where one is under way or an answer has begun", () => {
  show({ reason: null, attempt: 2, left: null });
  show(null, 40_000);
  expect(screen.queryByRole("button", { name: "Retry now" })).toBeNull();
  expect(screen.getAllByRole("button", { name: "Stop" })).toHaveLength(2);
});
