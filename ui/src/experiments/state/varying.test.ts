import { describe, expect, it } from "vitest";
import { emptyRow, ofFunction, variedOf, Varying } from "$experiments/state/varying.svelte";

const FORECAST = {
  name: "weather.get_forecast",
  description: "The forecast of a city.",
  parameters: { type: "object" },
};

describe("what varies between lanes", () => {
  it("is numbers and words that are separated by commas", () => {
    expect(variedOf({ ...emptyRow("temperature"), values: "0, 0.7" })).toEqual({
      name: "temperature",
      values: [{ value: 0 }, { value: 0.7 }],
    });
    expect(variedOf({ ...emptyRow("effort"), values: "low,high" })).toEqual({
      name: "thinking.effort",
      values: [{ value: "low" }, { value: "high" }],
    });
    expect(variedOf({ ...emptyRow("limit"), values: "5,," })).toBeNull();
  });

  it("is whole texts beside what the cases say", () => {
    const row = { ...emptyRow("instructions"), texts: ["Be brief.", "Be kind, and brief."] };
    expect(variedOf(row)?.values).toEqual([
      { value: null },
      { label: "1", value: "Be brief." },
      { label: "2", value: "Be kind, and brief." },
    ]);
    expect(variedOf({ ...row, texts: [" "] })).toBeNull();
  });

  it("begins as the words of the function", () => {
    const row = ofFunction(emptyRow("description"), FORECAST.name, [FORECAST]);
    expect(variedOf(row)).toEqual({
      name: "description:weather.get_forecast",
      values: [{ value: null }, { label: "1", value: "The forecast of a city." }],
    });
    const schema = ofFunction(emptyRow("schema"), FORECAST.name, [FORECAST]);
    expect(variedOf(schema)?.values[1]).toEqual({ label: "1", value: { type: "object" } });
    expect(variedOf({ ...schema, texts: ["[]"] })).toBeNull();
    expect(variedOf(emptyRow("description"))).toBeNull();
  });

  it("multiplies the lanes", () => {
    const varying = new Varying();
    expect(varying.lanes).toBe(1);
    varying.add();
    varying.add();
    expect(varying.varied).toBeNull();
    varying.change(0, { ...emptyRow("temperature"), values: "0, 1" });
    varying.change(1, { ...emptyRow("effort"), values: "low, medium, high" });
    expect(varying.lanes).toBe(6);
    varying.remove(0);
    expect(varying.lanes).toBe(3);
  });
});
