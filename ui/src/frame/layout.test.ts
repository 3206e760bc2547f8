import { beforeEach, describe, expect, it } from "vitest";
import { LayoutState } from "$frame/layout.svelte";

beforeEach(() => sessionStorage.clear());

function opened(width: number, lanes = 0): LayoutState {
  const layout = new LayoutState(sessionStorage, width);
  layout.fit(width, lanes);
  return layout;
}

function open({ left, right }: LayoutState): string[] {
  return [left.isOpen ? "left" : "", right.isOpen ? "right" : ""].filter((name) => name !== "");
}

describe("the rails", () => {
  it.each([
    [1920, 0, ["left", "right"]],
    [1440, 0, ["left", "right"]],
    [1024, 0, ["left"]],
    [720, 0, []],
    [1440, 2, ["left", "right"]],
    [1440, 3, ["left"]],
    [1440, 4, []],
    [1920, 6, []],
  ])("at %i pixels with %i lanes are open as far as there is room: %j", (width, lanes, expected) => {
    expect(open(opened(width, lanes))).toEqual(expected);
  });

  it("take turns where only one has room", () => {
    const layout = opened(1024);
    layout.toggle("right");
    expect(open(layout)).toEqual(["right"]);
    layout.toggle("right");
    expect(open(layout)).toEqual([]);
  });

  it("come back as a person left them once there is room again", () => {
    const layout = opened(1440);
    layout.toggle("left", false);
    layout.fit(1440, 4);
    layout.toggle("left", true);
    expect(open(layout)).toEqual(["left"]);
    layout.fit(1440, 0);
    expect(open(layout)).toEqual(["right"]);
  });

  it("lie over the middle in a narrow window, and uncover it", () => {
    const layout = opened(720);
    layout.toggle("left", true);
    expect([layout.isOver, open(layout)]).toEqual([true, ["left"]]);
    layout.uncover();
    expect(open(layout)).toEqual([]);
  });
});

it("the order of the sessions is kept", () => {
  opened(1440).orderSessions("title");
  expect(opened(1440).sessionOrder).toBe("title");
});
