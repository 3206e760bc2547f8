import { describe, expect, it } from "vitest";
import { hitsFault, nameFault, patternFault, testFault } from "$breakpoints/rules";

describe("rules", () => {
  it("refuses a pattern that fits no function", () => {
    for (const pattern of ["", " ", "weather.get_[a-z", "(a|b)"])
      expect(patternFault(pattern)).not.toBeNull();
    for (const pattern of ["*", "weather.get_*", "now"]) expect(patternFault(pattern)).toBeNull();
  });

  it("refuses a name that is missing or taken", () => {
    expect(nameFault(" ", [])).toBe("It needs a name.");
    expect(nameFault("a ", ["a"])).toBe("Another one has this name.");
    expect(nameFault("b", ["a"])).toBeNull();
  });

  it("refuses a test that would never hold", () => {
    const test = (path: string, value: string | number = "O*") =>
      testFault({ path, comparison: "matches", value });
    for (const path of ["", "$", "/days/~2", "$.days[0"]) expect(test(path)).not.toBeNull();
    for (const path of ["city", "/days/0", "/a~1b", "$.days[0]", "$['a']"]) expect(test(path)).toBeNull();
    expect(test("city", 1)).toBe("A pattern is a text.");
  });

  it("refuses a hit that never comes", () => {
    expect(hitsFault({ type: "every", count: 0 })).toBe("Hits are counted from 1.");
    expect(hitsFault({ type: "every", count: 2 })).toBeNull();
    expect(hitsFault({ type: "always" })).toBeNull();
  });
});
