import { describe, expect, it } from "vitest";
import { changeText, repairText } from "$content/binding";

describe("what became of an argument", () => {
  it("is told with both values", () => {
    expect(changeText({ path: "/day", kind: "converted", before: "1", after: 1 })).toBe('"1" became 1');
    expect(changeText({ path: "/board", kind: "default", after: "none" })).toBe(
      'left out, so its default "none"',
    );
    expect(changeText({ path: "/mood", kind: "ignored", before: [1] })).toBe(
      "[1] is left out: there is no such parameter",
    );
  });
});

describe("a name that was repaired", () => {
  it("is told with what was written and why it was taken so", () => {
    const after = { plugin: "weather", function: "get_forecast" };
    const text = repairText({
      before: "weather.get_forecast",
      after,
      why: { type: "separator", separator: "." },
    });
    expect(text).toBe(
      "“weather.get_forecast” is taken for weather · get_forecast: the parts are right, “.” stands between them",
    );
    expect(repairText({ before: "get_forcast", after, why: { type: "nearest", distance: 1 } })).toContain(
      "one letter differs",
    );
  });
});
