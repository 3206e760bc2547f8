import { describe, expect, it } from "vitest";
import type { CallArguments, JsonValue } from "$contract";
import { asWritten } from "$language/notices";
import { align, type Alignment, type Asked, askedOf, type MadeCall } from "$alignment/alignment";
import { emptyTimeline } from "$timeline/model";
import { questionsOf, rowOfCall, withAbsent } from "$transcript/state/laneRows";
import { rowsOf } from "$session/rows";
import { applyEntry } from "$timeline/timeline";
import { weatherDemo } from "$gallery/fixtures/demo";

type Written = [name: string, written: { [key: string]: JsonValue } | string];

function call(key: string, [name, written]: Written): MadeCall {
  const read: CallArguments =
    typeof written === "string"
      ? { type: "malformed", raw: written, reason: asWritten("no JSON") }
      : { type: "parsed", raw: JSON.stringify(written), value: written };
  const called = { type: "known" as const, name: { plugin: null, function: name } };
  return { key, call: { id: key, function: called, arguments: read, origin: "model" } };
}

function asked(lane: string, calls: Written[], isOpen = false): Asked {
  return { text: "?", calls: calls.map((written, at) => call(`${lane}${at}`, written)), isOpen };
}

function aligned(
  here: Written[],
  there: Written[],
  open: { here?: boolean; there?: boolean } = {},
): Alignment {
  return align([asked("h", here, open.here)], [asked("t", there, open.there)]);
}

function marks({ marks: all }: Alignment): string[] {
  return [...all].map(([key, mark]) => `${key} ${mark.type}`);
}

const oslo: Written = ["forecast", { city: "Oslo", days: [1, { hour: 2 }] }];
const rome: Written = ["forecast", { city: "Rome" }];
const time: Written = ["time", {}];

describe("calls of two lanes", () => {
  it("are the same in whatever order their arguments are written", () => {
    const other: Written = ["forecast", { days: [1, { hour: 2 }], city: "Oslo" }];
    const found = aligned([oslo, rome], [other, rome]);
    expect(marks(found)).toEqual(["h0 same", "h1 same"]);
    expect([found.absent, found.parting]).toEqual([[], null]);
  });

  it("differ in the arguments that are told, with their places", () => {
    const other: Written = ["forecast", { city: "Oslo", days: [1, { hour: 3 }], unit: "K" }];
    const mark = aligned([oslo], [other]).marks.get("h0");
    expect(mark).toEqual({
      type: "arguments",
      differences: [
        { path: "days[1].hour", here: 2, there: 3 },
        { path: "unit", here: undefined, there: "K" },
      ],
    });
  });

  it("differ as a whole where one can't be read", () => {
    const mark = aligned([["forecast", "{"]], [rome]).marks.get("h0");
    expect(mark).toEqual({
      type: "arguments",
      differences: [{ path: "", here: "{", there: { city: "Rome" } }],
    });
  });

  it("may be of another function in the same place", () => {
    const found = aligned([time, rome], [oslo, rome]);
    expect(marks(found)).toEqual(["h0 function", "h1 same"]);
    expect(found.parting).toEqual({ question: 0, place: 0, here: "h0", there: "t0" });
  });

  it("may be made on one side only", () => {
    const found = aligned([oslo, time, rome], [oslo, rome]);
    expect(marks(found)).toEqual(["h0 same", "h1 extra", "h2 same"]);
    const left = aligned([oslo], [oslo, rome, time]);
    expect(left.absent).toEqual([
      { key: "t1", title: `forecast {"city":"Rome"}`, question: 0, after: "h0" },
      { key: "t2", title: "time {}", question: 0, after: "h0" },
    ]);
    expect(left.parting).toEqual({ question: 0, place: 1, here: null, there: "t1" });
  });

  it("may be made in another order, which is not told twice", () => {
    const found = aligned([rome, time], [time, rome]);
    expect([...found.marks.values()].map(({ type }) => type).sort()).toEqual(["moved", "same"]);
    expect(found.absent).toEqual([]);
    expect(found.parting?.place).toBe(0);
  });

  it("are not held against what may still come", () => {
    expect(aligned([oslo], [oslo, rome], { here: true })).toMatchObject({ absent: [], parting: null });
    const ahead = aligned([oslo, rome], [oslo], { there: true });
    expect(marks(ahead)).toEqual(["h0 same"]);
    expect(ahead.parting).toBeNull();
  });

  it("are held against each other question by question", () => {
    const here = [asked("a", [oslo]), asked("b", [time]), asked("c", [time])];
    const there = [asked("d", [oslo]), asked("e", [rome])];
    const found = align(here, there);
    expect(marks(found)).toEqual(["a0 same", "b0 function"]);
    expect(found.parting).toMatchObject({ question: 1, place: 0 });
  });
});

describe("the rows of a lane", () => {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries) applyEntry(timeline, entry);
  const rows = rowsOf(timeline);
  const [first] = askedOf(timeline)[1]?.calls ?? [];

  it("are those of the questions on the branch that is shown", () => {
    expect(askedOf(timeline).map(({ calls, isOpen }) => [calls.length, isOpen])).toEqual([
      [0, false],
      [2, false],
    ]);
    expect(questionsOf(rows)).toHaveLength(1);
  });

  it("tell what is left out behind the call before it, or where the answer begins", () => {
    const absent = { key: "x", title: "time", question: 1 };
    const behind = withAbsent(rows, [{ ...absent, after: first?.key ?? null }]);
    expect(rowOfCall(behind, "x")).toBe(rowOfCall(behind, first?.key ?? "") + 1);
    const atFirst = withAbsent(rows, [{ ...absent, after: null }]);
    expect(atFirst[rowOfCall(atFirst, "x") - 1]?.type).toBe("round");
    expect(withAbsent(rows, [])).toBe(rows);
  });
});
