/** A text this short has room nearly everywhere and stays in one piece. */
const SHORT = 16;
/** So much of the end stays in sight: names of functions differ there. */
const LONGEST_END = 12;

const LETTERS = new Intl.Segmenter();

/** A name in two parts, of which the first gives way. The second is empty where the name is short or has lost its end. */
export function parted(text: string): [start: string, end: string] {
  if (text.length <= SHORT || text.endsWith("…")) return [text, ""];
  const letters = [...LETTERS.segment(text)].map(({ segment }) => segment);
  if (letters.length <= SHORT) return [text, ""];
  const longest = letters.length - Math.min(LONGEST_END, Math.floor(letters.length / 3));
  // Of words, the end has whole ones.
  const space = letters.indexOf(" ", longest);
  const cut = space === -1 || space === letters.length - 1 ? longest : space + 1;
  return [letters.slice(0, cut).join(""), letters.slice(cut).join("")];
}
