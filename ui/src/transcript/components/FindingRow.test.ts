import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { brokenFindings } from "$gallery/fixtures/histories";
import FindingRow from "$transcript/components/FindingRow.svelte";

it.each([
  [null, 1],
  ["This conversation is a program’s. Fork it to go on yourself.", 0],
])("repairs what was found unless something holds that back: %s", async (obstacle, times) => {
  const [finding] = brokenFindings();
  if (finding === undefined) throw new Error("something is broken");
  const onRepair = vi.fn();
  render(FindingRow, { finding, isBusy: false, obstacle, onRepair });
  const button = screen.getByRole("button");
  await fireEvent.click(button);
  expect(onRepair).toHaveBeenCalledTimes(times);
  expect(button.getAttribute("title")).toBe(obstacle);
});
