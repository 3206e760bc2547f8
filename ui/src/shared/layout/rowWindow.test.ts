import { expect, test } from "vitest";
import { offsetsOf, rowsInSight } from "$shared/layout/rowWindow";

test("rows of different heights begin where those before them end", () => {
  expect(offsetsOf([20, 44, 44])).toEqual([0, 20, 64, 108]);
  expect(offsetsOf([])).toEqual([0]);
});

test("of a thousand rows those in sight are drawn, and a few around them", () => {
  const offsets = offsetsOf(Array.from({ length: 1000 }, () => 40));
  expect(rowsInSight(offsets, 0, 400)).toEqual({ from: 0, to: 17 });
  expect(rowsInSight(offsets, 20_000, 400)).toEqual({ from: 494, to: 517 });
  expect(rowsInSight(offsets, 39_600, 400)).toEqual({ from: 984, to: 1000 });
});

test("of an empty list nothing is drawn, and scrolling too far draws the end", () => {
  expect(rowsInSight([0], 0, 400)).toEqual({ from: 0, to: 0 });
  expect(rowsInSight(offsetsOf([40, 40]), 9000, 400)).toEqual({ from: 0, to: 2 });
});
