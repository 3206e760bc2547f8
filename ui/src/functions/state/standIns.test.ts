import { describe, expect, it } from "vitest";
import type { RunBy, StandIn } from "$contract";
import { StandInDraft } from "$functions/state/standInDraft.svelte";
import {
  choicesFor,
  readOutcomes,
  readOutput,
  type StandInChoices,
  writeOutcomes,
  writeOutput,
} from "$functions/state/standIns";

describe("a result that is typed", () => {
  it("is JSON where it is JSON, and a text otherwise", () => {
    expect(readOutput('{"a": 1}')).toEqual({ type: "json", value: { a: 1 } });
    expect(readOutput("12 °C")).toEqual({ type: "text", text: "12 °C" });
    expect(readOutput("  ")).toEqual({ type: "nothing" });
  });

  it("comes back as it was, even where a text looks like JSON", () => {
    for (const text of ["plain", "12", "null", "{}", "", '"quoted"']) {
      expect(readOutput(writeOutput({ type: "text", text }))).toEqual({ type: "text", text });
    }
  });

  it("can be a line of several, failures among them", () => {
    const outcomes = readOutcomes('{"a":1}\n\nerror: not now\nfine');
    expect(outcomes.map(({ type }) => type)).toEqual(["returned", "failed", "returned"]);
    expect(readOutcomes(writeOutcomes(outcomes))).toEqual(outcomes);
  });
});

it("a text among several results stays one, whatever it looks like", () => {
  const outcomes = ["two\nlines", "error: it says", " ", "12"].map((text) => ({
    type: "returned" as const,
    output: { type: "text" as const, text },
  }));
  expect(readOutcomes(writeOutcomes(outcomes))).toEqual(outcomes);
});

it("a function is said to answer itself only where the application runs it", () => {
  const titles = (runBy: RunBy): string => {
    const { kinds, atEnds, onMisses }: StandInChoices = choicesFor(runBy);
    return [...kinds, ...atEnds, ...onMisses].map(({ title }) => title).join("\n");
  };
  expect(titles("application")).toMatch(/function itself/i);
  expect(titles("program")).not.toMatch(/function itself/i);
  expect(titles("program")).toContain("The program");
  expect(titles("nobody")).not.toMatch(/function itself|program/i);
  expect(titles("nobody")).toContain("You: it stops and asks");
});

describe("the draft of a stand-in", () => {
  const all: (StandIn | null)[] = [
    null,
    { type: "fixed", output: { type: "json", value: { sky: "green" } } },
    { type: "template", source: "{{ city }}" },
    {
      type: "sequence",
      outcomes: [{ type: "returned", output: { type: "text", text: "one" } }],
      atEnd: "live",
    },
    { type: "recorded", onMiss: "live" },
    { type: "person" },
    { type: "fault", fault: { type: "huge", bytes: 10_000_000 } },
    { type: "fault", fault: { type: "timeOut", milliseconds: 250 } },
    { type: "fault", fault: { type: "neverAnswers" } },
  ];

  it("gives back what it was made from", () => {
    for (const standIn of all) expect(new StandInDraft(standIn).standIn()).toEqual(standIn);
  });

  it("says what is missing", () => {
    const draft = new StandInDraft(null);
    draft.kind = "template";
    expect(draft.obstacle).toBe("Write a template.");
    draft.template = "{{ city }}";
    expect(draft.obstacle).toBeNull();
  });
});
