import { beforeEach, expect, test, vi } from "vitest";
import { Zoom, followZoom } from "$host/zoom";

beforeEach(() => localStorage.clear());

function zoomed() {
  const levels: number[] = [];
  const draw = (level: number) => Promise.resolve(void levels.push(level));
  return { levels, zoom: new Zoom(localStorage, draw) };
}

test("a window is as large as it was left", async () => {
  await zoomed().zoom.change("larger");
  await zoomed().zoom.change("larger");
  const { levels, zoom } = zoomed();
  await zoom.begin();
  await zoom.change("usual");
  expect(levels).toEqual([1.25, 1]);
});

test("it is drawn only where it is not as usual, and stays within bounds", async () => {
  localStorage.setItem("callwright.zoom", "400");
  const { levels, zoom } = zoomed();
  await zoom.begin();
  expect(levels).toEqual([]);
  for (let step = 0; step < 20; step += 1) await zoom.change("smaller");
  expect(levels.at(-1)).toBe(0.5);
  for (let step = 0; step < 20; step += 1) await zoom.change("larger");
  expect(levels.at(-1)).toBe(3);
});

test("it follows the keys and the wheel of browsers, and no others", () => {
  const change = vi.fn();
  const target = new EventTarget();
  followZoom(target, change);
  const press = (key: string, more: KeyboardEventInit) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, ...more }));
  expect(press("=", { ctrlKey: true })).toBe(false);
  expect(press("-", { metaKey: true })).toBe(false);
  expect(press("0", { ctrlKey: true })).toBe(false);
  expect(press("+", {})).toBe(true);
  expect(press("0", { altKey: true, ctrlKey: true })).toBe(true);
  target.dispatchEvent(new WheelEvent("wheel", { ctrlKey: true, deltaY: -3 }));
  target.dispatchEvent(new WheelEvent("wheel", { deltaY: -3 }));
  expect(change.mock.calls.flat()).toEqual(["larger", "smaller", "usual", "larger"]);
});
