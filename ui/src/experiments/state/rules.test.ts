import { expect, test } from "vitest";
import type { Expected } from "$contract";
import { asKind, expectedOf, readValue, ruleOf, writeValue } from "$experiments/state/rules";

test("every expectation is written in fields and read from them again", () => {
  const all: Expected[] = [
    { equals: "Oslo" },
    { equals: "5" },
    { equals: { unit: "celsius", days: [1, 2] } },
    { oneOf: ["Oslo", 5, null] },
    { alike: ["April 1, 2026", "april 1 2026"] },
    { pattern: "^Os" },
    { number: { is: 0.4, within: 0.01 } },
    { contains: ["a"] },
    { optional: { equals: 0 } },
    "ignored",
  ];
  expect(all.map((expected) => expectedOf(ruleOf("city", expected)))).toEqual(all);
});

test("a text that reads as a number keeps its quotes", () => {
  for (const value of ["5", "true", "Oslo", "", " a", 'say "a"', "two\nlines"])
    expect(readValue(writeValue(value))).toBe(value);
});

test("what stands there is kept when a rule becomes looser", () => {
  const strict = ruleOf("city", { equals: "St. John's" });
  expect(expectedOf(asKind(strict, "alike"))).toEqual({ alike: ["St. John's"] });
  expect(expectedOf(asKind(strict, "pattern"))).toEqual({ pattern: "^St\\. John's$" });
  expect(expectedOf(asKind(ruleOf("day", { equals: 2 }), "number"))).toEqual({
    number: { is: 2, within: 0.5 },
  });
});

test("fields that can't be read are no expectation", () => {
  expect(expectedOf({ ...ruleOf("day", { equals: "x" }), kind: "number" })).toBeNull();
  expect(expectedOf({ ...ruleOf("day", { oneOf: ["x"] }), text: " " })).toBeNull();
});
