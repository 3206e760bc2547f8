import { expect, it } from "vitest";
import { matching, type PaletteEntry } from "$window/palette";
import {
  isHelpKey,
  isShortcutsKey,
  isUndoKey,
  KEYS,
  keysText,
  laneKeyOf,
  type Shortcut,
  shortcutOf,
} from "$frame/shortcuts";
import { shortcutGroups } from "$frame/shortcutSheet";
import { ago, duration, offset } from "$shared/text/time";

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

it.each<[Partial<typeof NO_KEYS> & { key: string }, Shortcut | null]>([
  [{ key: "F5" }, "continue"],
  [{ key: "F5", shiftKey: true }, "stop"],
  [{ key: "F10" }, "step"],
  [{ key: "k", metaKey: true }, "palette"],
  [{ key: "k", ctrlKey: true }, "palette"],
  [{ key: "k" }, null],
  [{ key: "F5", altKey: true }, null],
])("%j means %s", (pressed, expected) => {
  expect(shortcutOf({ ...NO_KEYS, ...pressed })).toBe(expected);
});

it.each([
  [{ key: "2", code: "Digit2", altKey: true }, 2],
  [{ key: "™", code: "Digit2", altKey: true }, 2],
  [{ key: "0", code: "Digit0", altKey: true }, 0],
  [{ key: "7", code: "Digit7", altKey: true }, null],
  [{ key: "2", code: "Digit2", altKey: false }, null],
  [{ key: "2", code: "Digit2", altKey: true, ctrlKey: true }, null],
])("%j asks for lane %j", (pressed, expected) => {
  expect(laneKeyOf({ ...NO_KEYS, ...pressed }, document.body)).toBe(expected);
});

it("F1 opens the sheet of shortcuts, and a question mark help, but for a field, where it is written", () => {
  const field = document.createElement("textarea");
  const pressed = (key: string) => ({ ...NO_KEYS, key });
  expect(isShortcutsKey(pressed("F1"))).toBe(true);
  expect(isShortcutsKey(pressed("?"))).toBe(false);
  expect(isHelpKey(pressed("F1"), field)).toBe(false);
  expect(isHelpKey({ ...pressed("?"), shiftKey: true }, document.body)).toBe(true);
  expect(isHelpKey({ ...pressed("?"), shiftKey: true }, field)).toBe(false);
});

it("Ctrl+Z takes back what was done outside a text, and within one what was written", () => {
  const undo = { ...NO_KEYS, key: "z", ctrlKey: true };
  expect(isUndoKey(undo, document.body)).toBe(true);
  expect(isUndoKey({ ...undo, ctrlKey: false, metaKey: true }, document.body)).toBe(true);
  expect(isUndoKey({ ...undo, shiftKey: true }, document.body)).toBe(false);
  expect(isUndoKey(undo, document.createElement("input"))).toBe(false);
});

it("the sheet has every key of the window once, and keys of a Mac as they are written there", () => {
  const keys = shortcutGroups().flatMap(({ lines }) => lines.map((line) => line.keys));
  expect(Object.values(KEYS).filter((one) => !keys.includes(one))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keysText("Ctrl+Shift+F", true)).toBe("⌘⇧F");
});

it("finds whole words before scattered letters", () => {
  const entry = (title: string): PaletteEntry => ({
    id: title,
    group: "",
    title,
    note: "",
    run: () => undefined,
  });
  const found = matching([entry("Show the topmost"), entry("Stop the turn"), entry("New session")], "stop");
  expect(found.map(({ title }) => title)).toEqual(["Stop the turn", "Show the topmost"]);
});

it("writes times as short as can be read", () => {
  expect([132, 999.6, 1480, 23_300, 61_000].map(duration)).toEqual([
    "132 ms",
    "1.00 s",
    "1.48 s",
    "23.3 s",
    "1 min 1 s",
  ]);
  expect([0, 90_000, 7_200_000].map((passed) => ago(0, passed))).toEqual(["now", "1 min", "2 h"]);
  expect([-5, 1280, 75_001].map(offset)).toEqual(["0.000", "1.280", "1:15.001"]);
});
