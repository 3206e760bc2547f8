import { asWritten } from "$language/notices";
import { describe, expect, it } from "vitest";
import type { EstimatedPart, SmallerParts } from "$contract";
import { basisText, giveOrTake, groupsOf, sizeText } from "$models/tokens";

const part = (place: string, kind: EstimatedPart["kind"], tokens: number): EstimatedPart => ({
  place,
  kind,
  text: asWritten(place),
  tokens,
});

describe("an estimate", () => {
  it("is told by what its parts are, the largest first", () => {
    const parts = [
      part("/messages/0", "system", 5),
      part("/messages/1", "person", 10),
      part("/messages/2", "results", 90),
      part("/functions/0", "function", 40),
      part("/protocol", "protocol", 7),
    ];
    const smaller: SmallerParts[] = [
      { kind: "person", parts: 3, tokens: 6 },
      { kind: "assistant", parts: 2, tokens: 4 },
    ];
    const groups = groupsOf({ parts, smaller });
    expect(groups.map(({ title, tokens }) => [title, tokens])).toEqual([
      ["Instructions", 5],
      ["Messages", 20],
      ["Results", 90],
      ["Functions", 40],
      ["Added by the provider", 7],
    ]);
    expect(groups[1]?.parts.map(({ tokens }) => tokens)).toEqual([10]);
    expect(groups.map(({ more }) => more)).toEqual([0, 5, 0, 0, 0]);
  });

  it("is off by a number that claims no more than is known", () => {
    expect(giveOrTake(742, 0.12)).toBe(90);
    expect(giveOrTake(20_000, 0.1137)).toBe(2_300);
    expect(giveOrTake(12, 0.9)).toBe(11);
    expect(giveOrTake(0, 10)).toBe(0);
  });

  it("is called rough where its error is as large as itself", () => {
    expect(sizeText({ total: 1_200, off: 0.1 })).toBe("≈ 1,200 ± 120 tokens");
    expect(sizeText({ total: 1_200, off: 1 })).toBe("rough: ≈ 1,200 tokens");
    expect(sizeText({ total: 1_200, off: 1.4 })).toBe("rough: ≈ 1,200 tokens");
  });

  it("says what it rests on and how far off it may be", () => {
    expect(basisText({ type: "reported", requests: 1 }, 0.04)).toContain(
      "for 1 request of this session; likely within 4 %",
    );
    expect(basisText({ type: "usual", kind: "Anthropic" }, 0.2)).toContain(
      "usual with Anthropic; likely within 20 %",
    );
    expect(basisText({ type: "usual", kind: "Ollama" }, 1.4)).toContain("it may be far off");
  });
});
