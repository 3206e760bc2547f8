import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { Candidate, Selection } from "$contract";
import { selectionDemo } from "$gallery/fixtures/demo";
import SelectionList from "$selection/SelectionList.svelte";

/** A ranking of so many functions, every other of which was offered. */
function ranked(count: number): Selection {
  const candidates = Array.from({ length: count }, (_, at): Candidate => ({
    function: { plugin: "many", function: `function_${at}` },
    scores: [],
    matched: [],
    verdict: at % 2 === 0 ? "roomForAll" : "beyondLimit",
    total: count - at,
    fit: 0,
  }));
  return { ...selectionDemo(), considered: count, candidates };
}

const buttons = (list: string): HTMLElement[] =>
  within(screen.getByRole("list", { name: list })).getAllByRole("button");

it("draws the functions of a long ranking that are in sight", () => {
  render(SelectionList, { selection: ranked(2060), onSelect: vi.fn() });
  expect(buttons("Offered").length).toBeLessThan(50);
  expect(buttons("Not offered").length).toBeLessThan(50);
});

it("finds one function of a long ranking on either side of the line, at its place", async () => {
  const onSelect = vi.fn();
  render(SelectionList, { selection: ranked(2060), onSelect });
  await fireEvent.input(screen.getByRole("searchbox", { name: "Find a function" }), {
    target: { value: "function_777" },
  });
  expect(screen.queryByRole("list", { name: "Offered" })?.textContent.trim()).toBe("");
  const [found] = buttons("Not offered");
  expect(found?.textContent).toContain("778");
  if (found !== undefined) await fireEvent.click(found);
  expect(onSelect).toHaveBeenCalledWith({ plugin: "many", function: "function_777" });
});

it("keeps the search while it hides something, even of a short ranking", async () => {
  const { rerender } = render(SelectionList, { selection: ranked(20), onSelect: vi.fn() });
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "nothing" } });
  await rerender({ selection: ranked(4) });
  expect(screen.getByRole("searchbox")).not.toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Nothing matches “nothing”");
});
