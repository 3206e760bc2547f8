import { expect, it } from "vitest";
import { type Told, tellApart } from "$content/tellApart";

const forecast = (values: Told["arguments"]): Told => ({ function: "get_forecast", arguments: values });

it("tells calls of one function apart by the argument that differs", () => {
  const calls = [forecast({ days: 1, city: "Oslo" }), forecast({ days: 1, city: "Boston" })];
  expect(tellApart([...calls, { function: "now", arguments: {} }])).toEqual(["Oslo", "Boston", null]);
});

it("takes the argument with the most values where several differ", () => {
  const calls = [
    forecast({ days: 1, city: "Oslo" }),
    forecast({ days: 2, city: "Boston" }),
    forecast({ days: 2, city: "Quito" }),
  ];
  expect(tellApart(calls)).toEqual(["Oslo", "Boston", "Quito"]);
});

it("says nothing of calls that are equal, or whose arguments can't be read", () => {
  expect(tellApart([forecast({ city: "Oslo" }), forecast({ city: "Oslo" })])).toEqual([null, null]);
  expect(tellApart([forecast(null), forecast({ city: "Oslo" })])).toEqual([null, "Oslo"]);
});

it("shortens what is long and shows what is nested as JSON", () => {
  const calls = [forecast({ at: { city: "Oslo" } }), forecast({ at: "a".repeat(60) })];
  expect(tellApart(calls)).toEqual(['{"city":"Oslo"}', `${"a".repeat(27)}…`]);
});
