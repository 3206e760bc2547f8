import { describe, expect, it } from "vitest";
import { valueText } from "$alignment/laneWords";

describe("a difference between two calls", () => {
  it("tells arguments that are no JSON as they were written", () => {
    expect(valueText('{"city": "Lisbon"', "")).toBe('{"city": "Lisbon"');
  });

  it("tells a text within the arguments from a number", () => {
    expect([valueText("1", "day"), valueText(1, "day"), valueText(undefined, "day")]).toEqual([
      '"1"',
      "1",
      "left out",
    ]);
  });
});
