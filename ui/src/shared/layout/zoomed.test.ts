import { expect, test } from "vitest";

/** WebKit scales some lengths in px twice, or not at all, where the window is zoomed. */
const COMPONENTS = import.meta.glob<string>("../../**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What in the components is written as the pattern says, with where it stands. */
function written(pattern: RegExp): string[] {
  return Object.entries(COMPONENTS).flatMap(([path, source]) =>
    [...source.matchAll(pattern)].map(([found]) => `${path}: ${found}`),
  );
}

test("strokes grow once: their widths are tokens, since a number would be written in px when the page is built", () => {
  const widths = written(/stroke-width[:=][^;>]*/g);
  expect(widths.length).toBeGreaterThan(0);
  expect(widths.filter((width) => !/stroke-width: var\(--stroke-\w+\)$/.test(width))).toEqual([]);
});

test("what has little room knows it: widths of containers are asked for in rem", () => {
  const queries = written(/@container [^{]*/g);
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.filter((query) => query.includes("px"))).toEqual([]);
});
