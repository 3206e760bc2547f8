const LETTERS = new Intl.Segmenter();
/** So many colours can be told apart. */
const COLOURS = 12;

export function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.index ?? 0;
  const [first] = LETTERS.segment(name.slice(letter));
  return (first?.segment ?? "?").toUpperCase();
}

/** The same name has the same hue everywhere, in degrees. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return ((hash >>> 8) % COLOURS) * (360 / COLOURS);
}
