import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { branchMapOf } from "$branches/branchMap";
import BranchStrip from "$branches/BranchStrip.svelte";
import { branchesDemo } from "$gallery/fixtures/histories";
import { emptyTimeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

it("compares any branch with the current one at once", async () => {
  const timeline = emptyTimeline();
  for (const entry of branchesDemo().entries) applyEntry(timeline, entry);
  const map = branchMapOf(timeline, timeline.head);
  const acts = { onLook: vi.fn(), onGo: vi.fn(), onCompare: vi.fn(), onSeek: vi.fn(), onHide: vi.fn() };
  render(BranchStrip, { map, shown: timeline.head, obstacle: null, ...acts });
  const others = map.branches.filter(({ leaf }) => !leaf.isOnPath);
  const buttons = screen.getAllByRole("button", { name: /^Compare with the current one/ });
  expect(buttons).toHaveLength(map.branches.length - 1);
  for (const button of buttons) await fireEvent.click(button);
  expect(acts.onCompare.mock.calls).toEqual(others.map(({ leaf }) => [leaf.id]));
  expect(acts.onLook).not.toHaveBeenCalled();
});
