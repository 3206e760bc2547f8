import { expect, test } from "vitest";
import type { SessionOrder } from "$frame/layout.svelte";
import { type Arrangement, linesOf, type ListLine, tagsOf } from "$sessions/grouping";
import type { Listed } from "$sessions/listed";

const NOW = new Date(2026, 2, 14, 15).getTime();
const HOUR = 3_600_000;

function listed(title: string, hoursAgo: number, models: string[] = [], tags: string[] = []): Listed {
  return { id: title, title, created: 0, changed: NOW - hoursAgo * HOUR, models, tags, lanes: null };
}

function arranged(query: string, grouping: SessionOrder): Arrangement {
  return { query, tag: null, grouping, now: NOW, modelTitle: (model) => model.split("/").at(-1) ?? model };
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
  expect(said(linesOf(LISTED, arranged("", "day")))).toEqual([
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
  expect(said(linesOf(LISTED, arranged("again ref", "none")))).toEqual(["Refund again"]);
  expect(said(linesOf(LISTED, arranged("nobody", "day")))).toEqual([]);
});

test("sorted by title the list has no headings", () => {
  expect(said(linesOf(LISTED, arranged("", "title")))).toEqual([
    "An umbrella",
    "Old",
    "Refund",
    "Refund again",
  ]);
});

const BY_MODELS = [
  listed("Refund", 1, ["openai/gpt-5.6"]),
  listed("Compared", 5, ["anthropic/opus", "openai/gpt-5.6"]),
  listed("Blank", 6),
  listed("Old", 400, ["anthropic/opus"]),
];

test("grouped by model a session stands under each model that wrote in it, and last without one", () => {
  expect(said(linesOf(BY_MODELS, arranged("", "model")))).toEqual([
    "# gpt-5.6",
    "Refund",
    "Compared",
    "# opus",
    "Compared",
    "Old",
    "# No answer yet",
    "Blank",
  ]);
});

test("a filter finds sessions by the titles of their models too", () => {
  expect(said(linesOf(BY_MODELS, arranged("opus", "none")))).toEqual(["Compared", "Old"]);
  expect(said(linesOf(BY_MODELS, arranged("old opus", "none")))).toEqual(["Old"]);
});

const TAGGED = [
  listed("Refund", 1, [], ["late", "refund"]),
  listed("Umbrella", 2),
  listed("Refund again", 3, [], ["refund"]),
];

test("grouped by tag a session stands under each of its tags, and last without one", () => {
  expect(said(linesOf(TAGGED, arranged("", "tag")))).toEqual([
    "# #late",
    "Refund",
    "# #refund",
    "Refund",
    "Refund again",
    "# No tags",
    "Umbrella",
  ]);
});

test("a filter finds sessions by their tags, and a chosen tag leaves those that have it", () => {
  expect(said(linesOf(TAGGED, arranged("#la", "none")))).toEqual(["Refund"]);
  expect(said(linesOf(TAGGED, { ...arranged("again", "none"), tag: "refund" }))).toEqual(["Refund again"]);
  expect(said(linesOf(TAGGED, { ...arranged("", "none"), tag: "late" }))).toEqual(["Refund"]);
  expect(tagsOf(TAGGED)).toEqual(["refund", "late"]);
});

test("500 sessions are grouped by their models within a frame, each in its place", () => {
  const models = ["a/one", "b/two", "c/three"];
  const many = Array.from({ length: 500 }, (_, at) => listed(`Session ${at}`, at, [models[at % 3] ?? ""]));
  const lines = linesOf(many, arranged("", "model"));
  // The best of several, because other programs run beside a test.
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    linesOf(many, arranged("7", "model"));
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(16);
  expect(lines.filter(({ type }) => type === "heading")).toHaveLength(3);
  expect(said(lines).slice(0, 3)).toEqual(["# one", "Session 0", "Session 3"]);
  expect(lines).toHaveLength(503);
});
