import { expect, it } from "vitest";
import { looksLikeJson, repairJson, type Slip } from "$shared/text/repairJson";

function check(text: string, expected: unknown, ...slips: Slip[]): void {
  const repaired = repairJson(text);
  expect(repaired === null ? null : (JSON.parse(repaired.text) as unknown)).toEqual(expected);
  expect(repaired?.slips ?? []).toEqual(slips);
}

it("repairs what people and models get wrong in JSON", () => {
  check('{"a": 1,}', { a: 1 }, "trailingComma");
  check("[1, 2, ]", [1, 2], "trailingComma");
  check("{'a': 'it\\'s'}", { a: "it's" }, "quotes");
  check("{“a”: “b”}", { a: "b" }, "quotes");
  check("{a: 1, b_2: true}", { a: 1, b_2: true }, "bareName");
  check('{"a": True, "b": None}', { a: true, b: null }, "words");
  check('{"a": .5, "b": +1}', { a: 0.5, b: 1 }, "words");
  check('{"a": 1 // one\n}', { a: 1 }, "comment");
  check('{"a": 1\n "b": 2}', { a: 1, b: 2 }, "missingComma");
  check('{"a": [1, {"b": 2', { a: [1, { b: 2 }] }, "open");
  check('```json\n{"a": 1,}\n```', { a: 1 }, "fence", "trailingComma");
});

it("keeps numbers, escapes and lines as they were written", () => {
  expect(repairJson('{\n  "n": 12345678901234567890,\n  "t": "a\\nb",\n}')?.text).toBe(
    '{\n  "n": 12345678901234567890,\n  "t": "a\\nb"\n}',
  );
});

it("leaves alone what is JSON, and what could mean anything", () => {
  for (const text of [
    '{"a": 1}',
    "",
    "It is sunny.",
    "{It is sunny}",
    '{"a" 1}',
    '{"a": "open',
    '{"a": b}',
    '{"a": 1 "b": 2}',
  ])
    check(text, null);
});

it("takes words that begin as JSON does for JSON only where they can be read as such", () => {
  expect(["{'a': 1}", '{"a": 1}', "[1]", "```\n[1]\n```"].map(looksLikeJson)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["It is {sunny}", "[see below]", "12"].map(looksLikeJson)).toEqual([false, false, false]);
});
