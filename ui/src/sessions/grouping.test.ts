import { expect, test } from "vitest";
import { linesOf, type ListLine } from "$sessions/grouping";
import type { Listed } from "$sessions/listed";

const NOW = new Date(2026, 2, 14, 15).getTime();
const HOUR = 3_600_000;

function listed(title: string, hoursAgo: number): Listed {
  return { id: title, title, created: 0, changed: NOW - hoursAgo * HOUR, lanes: null };
}

const LISTED = [
  listed("Refund", 1),
  listed("An umbrella", 5),
  listed("Refund again", 20),
  listed("Old", 400),
];

function said(lines: ListLine[]): string[] {
  return lines.map((line) => (line.type === "heading" ? `# ${line.title}` : line.listed.title));
}

test("sessions stand under the day on which they changed last", () => {
  expect(said(linesOf(LISTED, "", "day", NOW))).toEqual([
    "# Today",
    "Refund",
    "An umbrella",
    "# Yesterday",
    "Refund again",
    "# February 2026",
    "Old",
  ]);
});

test("a filter keeps the titles that have all its words", () => {
  expect(said(linesOf(LISTED, "again ref", "none", NOW))).toEqual(["Refund again"]);
  expect(said(linesOf(LISTED, "nobody", "day", NOW))).toEqual([]);
});

test("sorted by title the list has no headings", () => {
  expect(said(linesOf(LISTED, "", "title", NOW))).toEqual(["An umbrella", "Old", "Refund", "Refund again"]);
});
