import { describe, expect, it } from "vitest";
import { sharesOf, shareText } from "$requests/shares";

const groups = [
  { title: "Instructions", tokens: 25 },
  { title: "Results", tokens: 0 },
  { title: "Functions", tokens: 75 },
];

describe("the bar of a request", () => {
  it("begins at zero, has no gaps and ends at the whole", () => {
    expect(sharesOf(groups)).toEqual([
      { title: "Instructions", tokens: 25, start: 0, part: 0.25 },
      { title: "Functions", tokens: 75, start: 0.25, part: 0.75 },
    ]);
  });

  it("is empty where nothing is counted", () => {
    expect(sharesOf([{ title: "Results", tokens: 0 }])).toEqual([]);
  });

  it("does not enlarge a small part, and tells it apart from nothing", () => {
    const [small] = sharesOf([
      { title: "Functions", tokens: 1 },
      { title: "Results", tokens: 999 },
    ]);
    expect(small?.part).toBe(0.001);
    expect(small && shareText(small)).toBe("<1 %");
  });
});
