import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { RoundTime } from "$inspector/figures";
import RoundTimes from "$inspector/RoundTimes.svelte";

function round(number: number, times: Partial<RoundTime["times"]>): RoundTime {
  const none = { model: 0, functions: 0, between: 0, person: 0 };
  return { turn: { id: "t1", place: 1 }, round: number, times: { ...none, ...times }, isOpen: false };
}

it("draws the model's and the functions' time against the longest round, and waiting in no bar", () => {
  const rounds = [round(1, { model: 600, functions: 200, person: 90_000 }), round(2, { model: 1600 })];
  const { container } = render(RoundTimes, { rounds, onChoose: vi.fn() });
  const widths = [...container.querySelectorAll<HTMLElement>(".bars span")].map((bar) => bar.style.width);
  expect(widths).toEqual(["37.5%", "12.5%", "100%", "0%"]);
  const cells = [...container.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll(".number")].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ["600 ms", "200 ms", "1 min 30 s"],
    ["1.60 s", "–", "–"],
  ]);
});

it("names each round, and opens the one that is chosen", async () => {
  const onChoose = vi.fn();
  const second = round(2, { model: 5 });
  render(RoundTimes, { rounds: [round(1, { model: 5 }), second], onChoose });
  await fireEvent.click(screen.getByRole("button", { name: "Turn 1, round 2" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(second);
  expect(screen.queryByText("Waiting for you")).toBeNull();
});
