import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { KeySource } from "$contract";
import { asWritten } from "$language/notices";
import KeyFields from "$services/KeyFields.svelte";

const NEEDED = /needs a key/;

function show(source: KeySource, isNeeded: boolean): void {
  const about = { isNeeded, keeping: asWritten("It is kept."), form: null, fault: null };
  const nothing = (): void => undefined;
  const props = { source, typed: "", hasKept: false, usualVariable: null, about };
  render(KeyFields, { ...props, onChange: nothing, onType: nothing });
}

it("says before any test that a kind needs a key, where none is chosen", () => {
  show({ type: "none" }, true);
  expect(screen.getByRole("status").textContent).toMatch(NEEDED);
});

it("asks nothing of a kind that needs none", () => {
  show({ type: "none" }, false);
  expect(screen.queryByText(NEEDED)).toBeNull();
});
