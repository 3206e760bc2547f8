import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { FunctionSpec } from "$contract";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import CallFields from "$stops/components/CallFields.svelte";
import { WrittenCallEdit } from "$stops/state/writtenCall.svelte";

it.each([
  ["a function of the session", FUNCTIONS.slice(-1), /^\w+\.\w+$/],
  ["the form of a name, where there is none", [], /^plugin\.function$/],
])("shows as an example %s", (_, functions: FunctionSpec[], expected) => {
  render(CallFields, { call: new WrittenCallEdit(), functions, onName: () => undefined });
  const { placeholder } = screen.getByRole<HTMLInputElement>("textbox", { name: "Function" });
  expect(placeholder).toMatch(expected);
  expect(placeholder).not.toContain("weather");
});
