import { describe, expect, it } from "vitest";
import { asWritten } from "$language/notices";
import type { Adaptation, AlignedPiece, ComparedRequest, RequestColumn } from "$contract";
import { gridOf, holds, rowsOf } from "$requests/comparison";

function column(body: object, pieces: AlignedPiece[], adaptations: Adaptation[] = []): RequestColumn {
  const preview = {
    method: "POST",
    url: "https://a.example",
    headers: [],
    body: JSON.stringify(body),
    adaptations,
  };
  return { service: "A", model: "m", preview, pieces, problem: null, size: 1 };
}

const left = column({ messages: [{ role: "user", content: "Hello there" }], stream: true }, [
  { pointer: "/messages/0", places: ["/messages/0"] },
  { pointer: "/stream", places: ["/protocol"] },
]);

const leftOut: Adaptation = {
  kind: "leftOut",
  what: { id: "adaptation.seed-left-out", values: {} },
  why: { id: "adaptation-reason.no-seed", values: {} },
  places: ["/seed"],
};

const right = column(
  { contents: [{ role: "user", parts: [{ text: "Hello there" }, { text: "more" }] }] },
  [{ pointer: "/contents/0/parts/0", places: ["/messages/0"], within: "/contents/0" }],
  [leftOut],
);

const compared: ComparedRequest = {
  model: "m",
  protocols: [],
  parts: [
    { place: "/messages/0", kind: "person", text: asWritten("Hello there") },
    { place: "/seed", kind: "setting", text: { id: "request-part.seed", values: { value: "7" } } },
    { place: "/protocol", kind: "protocol", text: asWritten("") },
  ],
  columns: [left, right],
};

describe("a request as several protocols write it", () => {
  it("stands part by part, with where each piece is and what is around it", () => {
    const rows = rowsOf(compared);
    expect(rows.map(({ key }) => key)).toEqual(["/messages/0", "/seed", "/protocol"]);
    const [first, second] = rows[0]?.cells ?? [];
    expect(first?.pieces.map(({ at, around }) => [at, around])).toEqual([["messages[0]", ""]]);
    expect(second?.pieces.map(({ at, around }) => [at, around])).toEqual([
      ["contents[0].parts[0]", 'role: "user"'],
    ]);
  });

  it("tells the same words under another name from words of its own", () => {
    const lines = rowsOf(compared)[0]?.cells[1]?.pieces[0]?.lines ?? [];
    expect(lines.map(({ key, text, mark }) => [key, text, mark])).toEqual([
      [null, "{", "same"],
      ["text", '"Hello there"', "moved"],
      [null, "}", "same"],
    ]);
    const first = rowsOf(compared)[0]?.cells[0]?.pieces[0]?.lines ?? [];
    expect(first.every(({ mark }) => mark === "same")).toBe(true);
  });

  it("shows what could not be taken at the part it is about", () => {
    const rows = rowsOf(compared);
    const seed = rows.find(({ key }) => key === "/seed");
    expect(seed?.cells.map(({ adaptations }) => adaptations.length)).toEqual([0, 1]);
    const own = rows.find(({ key }) => key === "/protocol");
    expect(own?.cells.map(({ adaptations }) => adaptations.length)).toEqual([0, 0]);
  });

  it("is found by its words, its fields and what was changed", () => {
    const rows = rowsOf(compared);
    const found = (text: string) => rows.filter((row) => holds(row, text)).map(({ key }) => key);
    expect(found("PARTS[0]")).toEqual(["/messages/0"]);
    expect(found("left out")).toEqual(["/seed"]);
    expect(found("stream")).toEqual(["/protocol"]);
    expect(found("").length).toBe(3);
  });

  it("is folded by what its parts are", () => {
    const rows = rowsOf(compared);
    const open = gridOf(rows, new Set()).map((row) => row.type);
    expect(open).toEqual(["section", "part", "section", "part", "section", "part"]);
    expect(gridOf(rows, new Set(["section Messages"])).length).toBe(5);
  });
});
