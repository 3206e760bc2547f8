/** What keys do anywhere in the window. */
export type Shortcut =
  | "continue"
  | "step"
  | "stepOver"
  | "toCall"
  | "pause"
  | "stop"
  | "breakpoint"
  | "settings"
  | "palette"
  | "newSession"
  | "search"
  | "leftRail"
  | "rightRail";

export const KEYS: Record<Shortcut, string> = {
  continue: "F5",
  step: "F10",
  stepOver: "Ctrl+F10",
  toCall: "Ctrl+F8",
  pause: "F6",
  stop: "Shift+F5",
  breakpoint: "F9",
  settings: "Ctrl+,",
  palette: "Ctrl+K",
  newSession: "Ctrl+Shift+O",
  search: "Ctrl+Shift+F",
  leftRail: "Ctrl+B",
  rightRail: "Ctrl+I",
};

const ORDER = Object.keys(KEYS) as Shortcut[];

/** Whether something that came from outside is one of them. */
export function isShortcut(name: unknown): name is Shortcut {
  return ORDER.some((shortcut) => shortcut === name);
}

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Whether a key that is pressed here writes something. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("dialog") !== null;
}

/** Whether a key asks for the search field, as it does where nothing is typed. */
export function isSearchKey(event: Pressed, target: EventTarget | null): boolean {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isWriting(target) && !isInDialog(target);
}

/** Whether a key asks for the sheet of shortcuts. */
export function isShortcutsKey(event: Pressed): boolean {
  return event.key === "F1" && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Whether a key asks for help on where a person stands, as a question mark does where nothing is typed. */
export function isHelpKey(event: Pressed, target: EventTarget | null): boolean {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isWriting(target) && !isInDialog(target);
}

/** Whether a key takes back what was done last. In a text it takes back what was written, as the browser does. */
export function isUndoKey(event: Pressed, target: EventTarget | null): boolean {
  if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return false;
  return event.key.toLowerCase() === "z" && !isWriting(target);
}

/** Keys as they are written on this computer. */
export function keysText(keys: string, isMac = navigator.userAgent.includes("Mac")): string {
  if (!isMac) return keys;
  return keys.replace("Ctrl+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥");
}

/** Which lane a key asks for: its place from 1, or 0 for all of them and back to one. A sheet is about its own lane. */
export function laneKeyOf(
  event: Pressed & Pick<KeyboardEvent, "code">,
  target: EventTarget | null,
): number | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isInDialog(target)) return null;
  // With Alt some keyboards write another sign, so the key itself counts.
  const digit = /^Digit([0-6])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit);
}

/** What a pressed key means. The command key stands for Ctrl where there is one. */
export function shortcutOf(event: Pressed): Shortcut | null {
  if (event.altKey) return null;
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = event.shiftKey ? "Shift+" : "";
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const pressed = control + shift + key;
  return ORDER.find((shortcut) => KEYS[shortcut] === pressed) ?? null;
}
