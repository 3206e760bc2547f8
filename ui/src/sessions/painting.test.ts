import { expect, it } from "vitest";
import { scaleOf } from "$sessions/painting";

it("a picture has two pixels for one where they fit, then one, then none", () => {
  expect(scaleOf({ width: 528, height: 4_000 })).toBe(2);
  expect(scaleOf({ width: 528, height: 9_000 })).toBe(1);
  expect(scaleOf({ width: 528, height: 16_385 })).toBeNull();
  expect(scaleOf({ width: 3_048, height: 16_000 })).toBe(1);
  expect(scaleOf({ width: 8_000, height: 8_001 })).toBeNull();
});
