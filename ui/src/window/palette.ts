/** One line of the command palette. */
export type PaletteEntry = {
  id: string;
  group: string;
  title: string;
  note: string;
  keys?: string;
  run: () => void;
};

/** The entries that hold all letters of the query in their order, the tightest fit first. */
export function matching(entries: PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return entries;
  const scored = entries.flatMap((entry) => {
    const score = fit(`${entry.title} ${entry.note}`.toLowerCase(), wanted);
    return score === null ? [] : [{ entry, score }];
  });
  return scored.sort((one, other) => one.score - other.score).map(({ entry }) => entry);
}

/** One line of the list: an entry, or what a group of entries is called. */
export type PaletteLine =
  { type: "group"; title: string } | { type: "entry"; entry: PaletteEntry; at: number };

/** Entries under the names of their groups, as they stand while nothing is searched. */
export function inGroups(entries: PaletteEntry[]): PaletteLine[] {
  const lines: PaletteLine[] = [];
  let group: string | null = null;
  for (const [at, entry] of entries.entries()) {
    if (entry.group !== group) lines.push({ type: "group", title: entry.group });
    group = entry.group;
    lines.push({ type: "entry", entry, at });
  }
  return lines;
}

/** How far apart the letters stand, or nothing where they are not all there. Whole words beat scattered letters. */
function fit(text: string, wanted: string): number | null {
  const whole = text.indexOf(wanted);
  if (whole >= 0) return whole / 1000;
  let at = -1;
  let gaps = 1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return gaps;
}
