import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import RepairBanner from "$branches/RepairBanner.svelte";
import { brokenFindings } from "$gallery/fixtures/histories";

it.each([
  [null, 1],
  ["This conversation is a program’s. Fork it to go on yourself.", 0],
])("repairs a broken history unless something holds that back: %s", async (obstacle, times) => {
  const onRepair = vi.fn();
  render(RepairBanner, { findings: brokenFindings(), more: 0, isBusy: false, obstacle, onRepair });
  const button = screen.getByRole("button", { name: /^Repair all/ });
  await fireEvent.click(button);
  expect(onRepair).toHaveBeenCalledTimes(times);
  expect(button.getAttribute("title")).toBe(obstacle);
});
