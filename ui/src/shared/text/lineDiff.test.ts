import { describe, expect, it } from "vitest";
import { diffLines, folded } from "$shared/text/lineDiff";

function shown(before: string, after: string): string[] {
  const marks = { same: " ", gone: "-", new: "+" };
  return diffLines(before, after).map(({ kind, text }) => marks[kind] + text);
}

describe("lines that differ", () => {
  it.each([
    ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
    ["a\nb", "a\nb", [" a", " b"]],
    ["a\nc", "a\nb\nc", [" a", "+b", " c"]],
    ["a\nb\nc\nd", "b\nd", ["-a", " b", "-c", " d"]],
    ["", "a", ["-", "+a"]],
  ])("%j and %j", (before, after, expected) => {
    expect(shown(before, after)).toEqual(expected);
  });

  it("make the second of the first, whatever they are", () => {
    const texts = ["", "a", "a\nb\na", "b\na\nb\nc", "x\n\n\ny", "c\nb\na"];
    for (const before of texts)
      for (const after of texts) {
        const lines = diffLines(before, after);
        const kept = (kind: string): string =>
          lines.flatMap((line) => (line.kind === kind ? [] : [line.text])).join("\n");
        expect(kept("new")).toBe(before);
        expect(kept("gone")).toBe(after);
      }
  });

  it("far from a change are folded away", () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const after = before.with(10, "other");
    const parts = folded(diffLines(before.join("\n"), after.join("\n")));
    expect(parts.map(({ type, lines }) => [type, lines.length])).toEqual([
      ["skipped", 7],
      ["lines", 8],
      ["skipped", 6],
    ]);
  });
});
