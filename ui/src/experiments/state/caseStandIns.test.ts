import { expect, test } from "vitest";
import type { CaseFunction } from "$contract";
import { CaseStandIns } from "$experiments/state/caseStandIns.svelte";

const answers = [{ returned: "two\nlines" }, { failed: "not now" }, { returned: null }, { returned: "12" }];

const FUNCTIONS: CaseFunction[] = [
  { name: "a.template", standIn: { template: "{{ city }}" } },
  { name: "a.sequence", standIn: { sequence: { answers, startsAgain: true } } },
  { name: "a.recorded", standIn: "recorded" },
  { name: "a.results", description: "Of the case." },
  { name: "a.live", live: true },
];

test("what is not changed stays as it was read, and what runs live has nothing in its place", () => {
  const standIns = new CaseStandIns(FUNCTIONS);
  expect(standIns.functions()).toEqual(FUNCTIONS);
  expect(standIns.names).not.toContain("a.live");
  expect(standIns.draft("a.live")).toBeNull();
});

test("each kind is written as a case has it", () => {
  const standIns = new CaseStandIns(FUNCTIONS);
  const change = (name: string, kind: "live" | "template" | "sequence" | "recorded"): void => {
    const draft = standIns.draft(name);
    if (draft !== null) draft.kind = kind;
  };
  change("a.results", "recorded");
  change("a.template", "live");
  change("a.recorded", "template");
  expect(standIns.obstacle).toBe("Write a template.");
  const recorded = standIns.draft("a.recorded");
  if (recorded !== null) recorded.template = "dry";
  const sequence = standIns.draft("a.sequence");
  if (sequence !== null) sequence.atEnd = "repeatLast";
  expect(standIns.obstacle).toBeNull();
  expect(standIns.functions()).toEqual([
    { name: "a.template" },
    { name: "a.sequence", standIn: { sequence: { answers } } },
    { name: "a.recorded", standIn: { template: "dry" } },
    { name: "a.results", description: "Of the case.", standIn: "recorded" },
    { name: "a.live", live: true },
  ]);
});
