import { expect, it } from "vitest";
import { wholeNumber } from "$language/number";

it("sets the thousands of a number apart", () => {
  expect([5, 1_030, 1_000_000].map(wholeNumber)).toEqual(["5", "1,030", "1,000,000"]);
});
