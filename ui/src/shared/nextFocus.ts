import { tick } from "svelte";

/** A field that gives the focus away as long as nothing is written in it, because a person acts elsewhere next. */
export const YIELDS = "data-yields";

/** Where a person writes or chooses. An open list closes when it loses the focus. */
const IN_USE =
  "input, textarea, select, [contenteditable], dialog, [role='dialog'], [role='menu'], [popover]";

/** Whether a person is in the middle of something that ends when it loses the focus. */
export function isBusy(): boolean {
  return (document.activeElement?.closest(IN_USE) ?? null) !== null;
}

/** Whether nobody types, and nothing lies over the window: then the focus may go where one acts next. */
function isFree(): boolean {
  if (document.querySelector("dialog, [role='dialog']") !== null) return false;
  const active = document.activeElement;
  if (active === null || active === document.body) return true;
  return active instanceof HTMLTextAreaElement && active.hasAttribute(YIELDS) && active.value === "";
}

/**
 * Gives the focus to what is done next, unless a person is busy elsewhere. What is in sight stays where it is. A row that is
 * measured before it is shown takes the focus a frame later.
 */
export function focusNext(target: HTMLElement | null | undefined): void {
  if (target === null || target === undefined) return;
  give(target);
  if (document.activeElement !== target) requestAnimationFrame(() => give(target));
}

function give(target: HTMLElement): void {
  if (!isFree()) return;
  // Whoever comes from a field works with the keys, and is to see where they are.
  const options: FocusOptions & { focusVisible?: boolean } = { preventScroll: true };
  if (document.activeElement !== document.body) options.focusVisible = true;
  target.focus(options);
}

/** Removes the row that has the focus, which moves to the row beside it or to the head of the list. */
export async function goOnBeside(
  row: Element | null | undefined,
  act: () => Promise<unknown>,
): Promise<void> {
  const around = [row?.nextElementSibling, row?.previousElementSibling, row?.closest("section")];
  const buttons = around.map((one) => one?.querySelector("button"));
  await act();
  await tick();
  if (document.activeElement === document.body) buttons.find((button) => button?.isConnected)?.focus();
}

/** Takes the focus out of a field: at a stop to what is done next there, and else back to the window. */
export function leaveField(field: HTMLElement): void {
  const next = field.closest("[data-pause]")?.querySelector<HTMLElement>("[data-goes-on] button");
  if (next === null || next === undefined) field.blur();
  else next.focus();
}

/** A key that is still held down from before presses no button that has just got the focus. */
export function ignoreHeld(event: KeyboardEvent): void {
  const presses = event.key === "Enter" || event.key === " ";
  if (event.repeat && presses && event.target instanceof HTMLButtonElement) event.preventDefault();
}
