import { describe, expect, it } from "vitest";
import type { PriceTable } from "$contract";
import { costOf, costText, fillOf, priceOf } from "$models/cost";
import COSTS from "../../../tests/fixtures/costs.json";

const TABLE: PriceTable = COSTS.table;

describe("what a request costs", () => {
  // `workbench/src/prices/cost.rs` is held to the same file.
  it.each(COSTS.costs)("is known for $model", ({ model, usage, cost }) => {
    const found = costOf({ ...usage }, priceOf(TABLE, model));
    if (cost === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(cost, 9);
  });

  it("is not known without a table", () => {
    expect(priceOf(null, "acme/big")).toBeNull();
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
