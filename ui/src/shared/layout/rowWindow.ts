/** Where each row begins, and last where all of them end. Heights are known, so nothing has to be measured. */
export function offsetsOf(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) ?? 0) + height);
  return offsets;
}

/** Rows drawn beyond either edge, so that the Tab key finds the next one. */
const AROUND = 6;

/** The rows from `from` up to `to` are in sight, or nearly. */
export type RowWindow = { from: number; to: number };

/** The rows that are seen through a gap of this height, `top` below the first row's beginning. */
export function rowsInSight(offsets: readonly number[], top: number, height: number): RowWindow {
  const count = offsets.length - 1;
  const first = rowAt(offsets, top);
  const last = rowAt(offsets, top + height);
  return { from: Math.max(0, first - AROUND), to: Math.min(count, last + 1 + AROUND) };
}

/** The last row that begins at this offset or before it. */
function rowAt(offsets: readonly number[], offset: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
