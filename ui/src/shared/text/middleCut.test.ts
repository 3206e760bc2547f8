import { expect, test } from "vitest";
import { parted } from "$shared/text/middleCut";

test("a short name stays in one piece", () => {
  expect(parted("get_forecast")).toEqual(["get_forecast", ""]);
});

test("of a long name the start gives way and the end stays", () => {
  expect(parted("repository_pull_request_review_comments_list")).toEqual([
    "repository_pull_request_review_c",
    "omments_list",
  ]);
});

test("no letter is taken apart", () => {
  const [start, end] = parted("👩‍👩‍👧".repeat(24));
  expect([start, end]).toEqual(["👩‍👩‍👧".repeat(16), "👩‍👩‍👧".repeat(8)]);
});
