import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import BinItem from "$sessions/BinItem.svelte";

it("asks once more before it deletes for good", async () => {
  const onErase = vi.fn();
  const session = { id: "s4", title: "First try", created: 0, changed: 0, models: [], tags: [] };
  render(BinItem, { session, onRestore: vi.fn(), onErase });
  await fireEvent.click(screen.getByRole("button", { name: "Delete for good" }));
  expect(onErase).not.toHaveBeenCalled();
  const sure = screen.getByRole("button", { name: "Really delete?" });
  expect(document.activeElement).toBe(sure);
  await fireEvent.click(sure);
  expect(onErase).toHaveBeenCalledOnce();
});
