import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import RankingFields from "$selection/RankingFields.svelte";
import { KEEPING, MODES, RESULTS } from "$selection/selectionModes";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import { RANKED } from "$gallery/fixtures/ranking";

/** What is gained, and what that costs. */
const TRADE = /, (but|and|more|less|fewer|even|which|in the place)|: /;

test.each(["perRequest", "searched"] as const)("every setting of %s says what it trades for what", (type) => {
  const plan = { ...RANKED, mode: { type } };
  const { container } = render(RankingFields, { plan, functions: FUNCTIONS, onChange: () => undefined });
  const notes = [...container.querySelectorAll(".field")].map((field) => [
    field.querySelector("label")?.textContent,
    field.querySelector("p")?.textContent ?? "",
  ]);
  expect(notes.length).toBeGreaterThan(7);
  expect(notes.filter(([, note]) => !TRADE.test(note ?? ""))).toEqual([]);
});

test("every way to choose functions says it too", () => {
  const notes = [...MODES, ...KEEPING, ...RESULTS].map(({ note }) => note);
  expect(notes.filter((note) => !TRADE.test(note))).toEqual([]);
});
