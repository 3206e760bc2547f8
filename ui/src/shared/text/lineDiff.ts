/** One line of a comparison: in both texts, only in the first, or only in the second. */
export type DiffLine = {
  kind: "same" | "gone" | "new";
  text: string;
  before: number | null;
  after: number | null;
};

/** A run of equal lines that is left out, or lines to be shown. */
export type DiffPart = { type: "lines"; lines: DiffLine[] } | { type: "skipped"; lines: DiffLine[] };

/** Where two texts are this different, all of one is shown and then all of the other. */
const MOST_STEPS = 4_000_000;
const AROUND = 3;

/** What has to be taken out and put in to make the second text of the first. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [one, other] = [before.split("\n"), after.split("\n")];
  const start = commonStart(one, other);
  const end = commonEnd(one, other, start);
  const head = one.slice(0, start).map((text, at) => same(text, at, at));
  const tail = one
    .slice(one.length - end)
    .map((text, at) => same(text, one.length - end + at, other.length - end + at));
  const middle = changed(one.slice(start, one.length - end), other.slice(start, other.length - end), start);
  return [...head, ...middle, ...tail];
}

/** Leaves out what is far from every change. */
export function folded(lines: DiffLine[]): DiffPart[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same"),
  );
  const parts: DiffPart[] = [];
  lines.forEach((line, at) => {
    const type = isNear[at] === true ? "lines" : "skipped";
    const last = parts.at(-1);
    if (last?.type === type) last.lines.push(line);
    else parts.push({ type, lines: [line] });
  });
  return parts;
}

/** The longest common sequence, in a table of lengths. */
function changed(one: string[], other: string[], start: number): DiffLine[] {
  const gone = (at: number): DiffLine => ({
    kind: "gone",
    text: one[at] ?? "",
    before: start + at + 1,
    after: null,
  });
  const added = (at: number): DiffLine => ({
    kind: "new",
    text: other[at] ?? "",
    before: null,
    after: start + at + 1,
  });
  if (one.length * other.length > MOST_STEPS)
    return [...one.map((_, at) => gone(at)), ...other.map((_, at) => added(at))];
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  const length = (a: number, b: number): number => lengths[a * width + b] ?? 0;
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        one[a] === other[b] ? length(a + 1, b + 1) + 1 : Math.max(length(a + 1, b), length(a, b + 1));
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    if (a < one.length && b < other.length && one[a] === other[b]) {
      lines.push(same(one[a] ?? "", start + a, start + b));
      a += 1;
      b += 1;
    } else if (b >= other.length || (a < one.length && length(a + 1, b) >= length(a, b + 1))) {
      lines.push(gone(a));
      a += 1;
    } else {
      lines.push(added(b));
      b += 1;
    }
  }
  return lines;
}

function same(text: string, before: number, after: number): DiffLine {
  return { kind: "same", text, before: before + 1, after: after + 1 };
}

function commonStart(one: string[], other: string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string[], other: string[], start: number): number {
  let length = 0;
  const most = Math.min(one.length, other.length) - start;
  while (length < most && one[one.length - 1 - length] === other[other.length - 1 - length]) length += 1;
  return length;
}
