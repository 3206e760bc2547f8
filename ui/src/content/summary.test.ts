import { describe, expect, it } from "vitest";
import type { Outcome } from "$contract";
import { argumentTokens, outcomeSummary, partialTokens } from "$content/summary";

function line(raw: string): string {
  return argumentTokens(raw)
    .map(({ text }) => text)
    .join("");
}

describe("arguments in one line", () => {
  it.each([
    ["", ""],
    ["{}", ""],
    ['{"city": "Boston", "days": 2}', 'city: "Boston", days: 2'],
    ['{"at": {"x": 1}, "tags": ["a"]}', 'at: {"x": 1}, tags: ["a"]'],
    ['{"city": "Bos', '{"city": "Bos'],
    ['{"id": 12345678901234567890}', "id: 12345678901234567890"],
  ])("%j", (raw, expected) => {
    expect(line(raw)).toBe(expected);
  });

  it("cuts long texts and long lists of arguments", () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`name${index}`, "x".repeat(90)]),
    );
    expect(line(JSON.stringify(many)).length).toBeLessThan(300);
    expect(line(JSON.stringify(many)).endsWith("…")).toBe(true);
  });
});

describe("arguments that are being written", () => {
  it.each([
    ["", ""],
    ["{", ""],
    ['{"ci', ""],
    ['{"city"', ""],
    ['{"city": ', ""],
    ['{"city": "Bos', 'city: "Bos"'],
    ['{"city": "a\\', ""],
    ['{"city": "Boston", "da', 'city: "Boston"'],
    ['{"at": {"x": [1, ', 'at: {"x": [1]}'],
    ['{"city": "Boston", "days": 2}', 'city: "Boston", days: 2'],
  ])("%j", (draft, expected) => {
    const text = partialTokens(draft).map((token) => token.text);
    expect(text.join("")).toBe(expected);
  });
});

describe("outcomes in one line", () => {
  const cases: [Outcome, string][] = [
    [{ type: "returned", output: { type: "nothing" } }, "nothing"],
    [{ type: "returned", output: { type: "text", text: "" } }, "empty text"],
    [{ type: "returned", output: { type: "text", text: "12 °C,\n cloudy" } }, "12 °C, cloudy"],
    [
      { type: "returned", output: { type: "json", value: { temperature: "12 °C", sky: "cloudy" } } },
      "12 °C, cloudy",
    ],
    [
      { type: "returned", output: { type: "json", value: { sky: "rain", mm: 8.4, at: null } } },
      "rain, mm: 8.4",
    ],
    [{ type: "returned", output: { type: "json", value: [1, 2] } }, "2 entries"],
    [{ type: "returned", output: { type: "json", value: null } }, "null"],
    [{ type: "failed", failure: { kind: "reported", message: "no such city" } }, "no such city"],
    [{ type: "declined", reason: "" }, "declined"],
    [{ type: "declined", reason: "ask first" }, "declined: ask first"],
  ];

  it.each(cases)("%j", (outcome, expected) => {
    expect(outcomeSummary(outcome)).toBe(expected);
  });
});
