/** A text this short has room nearly everywhere and stays in one piece. */
const SHORT = 16;
/** So much of the end stays in sight: names of functions differ there. */
const LONGEST_END = 12;

const LETTERS = new Intl.Segmenter();

/** A name in two parts, of which the first gives way. The second is empty where the name is short. */
export function parted(text: string): [start: string, end: string] {
  if (text.length <= SHORT) return [text, ""];
  const letters = [...LETTERS.segment(text)].map(({ segment }) => segment);
  if (letters.length <= SHORT) return [text, ""];
  const kept = Math.min(LONGEST_END, Math.floor(letters.length / 3));
  return [letters.slice(0, -kept).join(""), letters.slice(-kept).join("")];
}
