import { describe, expect, it } from "vitest";
import type { PriceTable, Usage } from "$contract";
import { costOf, costText, fillOf, priceOf } from "$models/cost";

const TABLE: PriceTable = {
  asOf: "2026-08-21",
  models: [
    { model: "big-mini*", context: 1000, input: 1, output: 2 },
    { model: "big*", input: 10, cached: 1, output: 20, reasoning: 40 },
    { model: "half", input: 1 },
  ],
};

function usage(counts: Partial<Usage>): Usage {
  return { input: null, output: null, cached: null, reasoning: null, ...counts };
}

describe("what a request costs", () => {
  it("is found by the first row that fits the model's name, without its service", () => {
    expect(priceOf(TABLE, "acme/big-mini-2")?.context).toBe(1000);
    expect(priceOf(TABLE, "acme/big/three")?.input).toBe(10);
    expect(priceOf(TABLE, "acme/small")).toBeNull();
    expect(priceOf(null, "acme/big")).toBeNull();
  });

  it("tells what was cached and what was thought apart, where they have prices", () => {
    const big = priceOf(TABLE, "a/big");
    const counted = usage({ input: 1_000_000, cached: 400_000, output: 100_000, reasoning: 50_000 });
    expect(costOf(counted, big)).toBeCloseTo(6 + 0.4 + 1 + 2, 10);
    const mini = priceOf(TABLE, "a/big-mini");
    expect(costOf(counted, mini)).toBeCloseTo(1 + 0.2, 10);
  });

  it("is not told where it is not known", () => {
    expect(costOf(usage({}), priceOf(TABLE, "a/big"))).toBeNull();
    expect(costOf(usage({ input: 5 }), null)).toBeNull();
    expect(costOf(usage({ input: 5, output: 1 }), priceOf(TABLE, "a/half"))).toBeNull();
    expect(costOf(usage({ input: 2_000_000, output: 0 }), priceOf(TABLE, "a/half"))).toBe(2);
  });

  it("is written with the digits that mean something", () => {
    expect([0, 0.000_01, 0.0021, 0.25, 12.345].map(costText)).toEqual([
      "$0",
      "<$0.0001",
      "$0.0021",
      "$0.25",
      "$12.35",
    ]);
  });

  it("warns before the memory of a model is full", () => {
    const mini = priceOf(TABLE, "a/big-mini");
    expect([700, 800, 1001].map((tokens) => fillOf(tokens, mini)?.tone)).toEqual(["plain", "near", "over"]);
    expect(fillOf(10, priceOf(TABLE, "a/big"))).toBeNull();
  });
});
