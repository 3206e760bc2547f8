/** Where something is in the window, in pixels. */
export type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/** Between the card and what it points to. */
const GAP = 12;
/** Between the card and the edge of the window. */
const EDGE = 12;
/** The height of the bars at the top of each column, which stay in reach. */
const BAR = 44;

/** Where a card stands that points to something: beside it where there is room, else below or above it, else over its upper corner. */
export function cardPlace(target: Box | null, card: Size, window: Size): { left: number; top: number } {
  const lowest = window.height - card.height - EDGE;
  const corner = { left: window.width - card.width - EDGE, top: BAR + EDGE };
  if (target === null) return corner;
  const right = target.left + target.width + GAP;
  const before = target.left - card.width - GAP;
  const below = target.top + target.height + GAP;
  const above = target.top - card.height - GAP;
  const within = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));
  const rightmost = window.width - card.width - EDGE;
  if (right <= rightmost) return { left: right, top: within(target.top, lowest) };
  if (before >= EDGE) return { left: before, top: within(target.top, lowest) };
  const left = within(target.left, rightmost);
  if (below <= lowest) return { left, top: below };
  return above >= EDGE ? { left, top: above } : corner;
}
