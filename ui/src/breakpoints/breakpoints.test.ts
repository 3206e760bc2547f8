import { describe, expect, it } from "vitest";
import type { Breakpoint, TurnPlan } from "$contract";
import {
  conditionText,
  dotOf,
  newBreakpoint,
  stopsAt,
  takeOver,
  toggledFor,
  withoutBreakpoint,
  withStop,
} from "$breakpoints/breakpoints";
import { matches, matchesFunction } from "$content/glob";
import { PLAN } from "$gallery/fixtures/demo";

const FORECAST = { plugin: "weather", function: "get_forecast" };

describe("breakpoints", () => {
  it("are switched for a place without touching those that ask for more", () => {
    const off = withStop(PLAN.breakpoints, "beforeCall", false);
    expect(stopsAt(off, "beforeCall")).toBe(false);
    expect(off.find(({ id }) => id === "b3")?.isEnabled).toBe(true);
    expect(withStop(off, "beforeCall", true)).toEqual(PLAN.breakpoints);
    expect(stopsAt(withStop([], "beforeRequest", true), "beforeRequest")).toBe(true);
  });

  it("put a dot on the cards of the functions they mean", () => {
    expect(dotOf(PLAN.breakpoints, FORECAST)).toBe("on");
    expect(dotOf(PLAN.breakpoints, { plugin: "clock", function: "now" })).toBeNull();
    const off = PLAN.breakpoints.map((point) => ({ ...point, isEnabled: false }));
    expect(dotOf(off, FORECAST)).toBe("off");
  });

  it("are set and taken away for one function, under ids of their own", () => {
    const set = toggledFor(PLAN.breakpoints, FORECAST);
    expect(set.at(-1)).toEqual(newBreakpoint(PLAN.breakpoints, "beforeCall", "weather.get_forecast"));
    expect(new Set(set.map(({ id }) => id)).size).toBe(set.length);
    expect(toggledFor(set, FORECAST)).toEqual(PLAN.breakpoints);
    expect(withoutBreakpoint(set, "b4")).toEqual(PLAN.breakpoints);
  });

  it("say in words what narrows them down", () => {
    const texts = PLAN.breakpoints.map(conditionText);
    expect(texts).toEqual([null, null, "weather.get_* · $.days is more than 3 · from hit 2 on"]);
  });
});

describe("breakpoints of several lanes", () => {
  it("change as those of one lane did, and keep what is their own", async () => {
    const before = PLAN.breakpoints;
    const own = newBreakpoint(before, "onError");
    const changed: Breakpoint[][] = [];
    const lane = {
      breakpoints: [...before, own],
      change: (change: (plan: TurnPlan) => TurnPlan) => {
        changed.push(change(PLAN).breakpoints);
        return Promise.resolve();
      },
    };
    const [first] = before;
    if (first === undefined) throw new Error("there is no breakpoint");
    const off = { ...first, isEnabled: false };
    await takeOver(lane, before, [off, ...before.slice(1)]);
    await takeOver(lane, before, before.slice(1));
    expect(changed).toEqual([
      [off, ...before.slice(1), own],
      [...before.slice(1), own],
    ]);
  });
});

describe("a pattern", () => {
  it.each([
    ["*", "", true],
    ["get_*", "get_forecast", true],
    ["*a*c", "abac", true],
    ["n?w", "now", true],
    ["get_*", "forget_it", false],
    ["a*b", "abc", false],
    ["", "a", false],
  ])("%s and %s", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it("means a function with and without its plugin", () => {
    expect(matchesFunction("get_forecast", FORECAST)).toBe(true);
    expect(matchesFunction("weather.*", FORECAST)).toBe(true);
    expect(matchesFunction("clock.*", FORECAST)).toBe(false);
  });
});
