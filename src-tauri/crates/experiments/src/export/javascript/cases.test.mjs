import { expect, test } from "vitest";
import { faults } from "./expectations.mjs";
import { allCases, run } from "./running.mjs";

const MILLISECONDS = 300_000;

test.each(allCases().map((of) => [of.id, of]))("%s", { timeout: MILLISECONDS }, async (_, of) => {
  expect(faults(of.expect, await run(of))).toEqual([]);
});
