import type { FunctionCall } from "$contract";
import { argumentDifferences, type Difference } from "$alignment/callDifferences";
import { type CallKey, callKey, openTurn, type Timeline } from "$timeline/model";
import { calledName, calledTitle, isSameFunction } from "$content/naming";
import type { Absent } from "$session/rows";
import { pathTo } from "$timeline/path";
import { clip, oneLine } from "$content/summary";

/** Letters of the arguments of a call that is left out. */
const LONGEST = 60;

/** One question with the calls that were made to answer it. What is said before the first question is one of its own. */
export type Asked = {
  text: string;
  calls: MadeCall[];
  /** Whether more calls may come. */
  isOpen: boolean;
};

export type MadeCall = { key: CallKey; call: FunctionCall };

/** How a call stands to the one in its place in the lane it is compared with. */
export type Mark =
  | { type: "same" }
  | { type: "arguments"; differences: Difference[] }
  /** Another function is called in its place. */
  | { type: "function"; there: string }
  /** The same call is made, but earlier or later. */
  | { type: "moved" }
  /** Nothing is called in its place. */
  | { type: "extra" };

/** Where a lane first goes another way. Its own call, or the one it leaves out. */
export type Parting = { question: number; place: number; here: CallKey | null; there: CallKey | null };

export type Alignment = {
  marks: Map<CallKey, Mark>;
  absent: Absent[];
  parting: Parting | null;
  /** For each call of the other lane the one that stands in its place here. */
  partners: Map<CallKey, CallKey>;
};

/** The questions on the branch that is shown, each with its calls in the order in which the model made them. */
export function askedOf(timeline: Timeline): Asked[] {
  const asked: Asked[] = [{ text: "", calls: [], isOpen: false }];
  for (const { message, scope } of pathTo(timeline, timeline.head)) {
    if (message.role === "user") {
      const text = message.items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n");
      asked.push({ text, calls: [], isOpen: false });
    }
    const calls = message.items.flatMap((item) =>
      item.type === "functionCall" ? [{ key: callKey(scope, item.call.id), call: item.call }] : [],
    );
    asked.at(-1)?.calls.push(...calls);
  }
  const last = asked.at(-1);
  if (last !== undefined) last.isOpen = openTurn(timeline) !== null;
  return asked;
}

/** Holds the calls of one lane against those of another, question by question. */
export function align(here: Asked[], there: Asked[]): Alignment {
  const alignment: Alignment = { marks: new Map(), absent: [], parting: null, partners: new Map() };
  const questions = Math.min(here.length, there.length);
  for (let question = 0; question < questions; question += 1) {
    const [own, other] = [here[question], there[question]];
    if (own !== undefined && other !== undefined) alignQuestion(alignment, question, own, other);
  }
  return alignment;
}

type Pair = { here: MadeCall | null; there: MadeCall | null };

function alignQuestion(alignment: Alignment, question: number, here: Asked, there: Asked): void {
  const pairs = pairsOf(here.calls, there.calls);
  // What comes last may still get its partner, as long as the other lane is at work.
  while (isPending(pairs.at(-1), here, there)) pairs.pop();
  const left = pairs.flatMap((pair) => (pair.here === null && pair.there !== null ? [pair.there] : []));
  let after: CallKey | null = null;
  pairs.forEach((pair, place) => {
    if (pair.here !== null) {
      const mark = markOf(pair.here, pair.there, left);
      alignment.marks.set(pair.here.key, mark);
      after = pair.here.key;
      if (pair.there !== null) alignment.partners.set(pair.there.key, pair.here.key);
      if (mark.type !== "same") part(alignment, question, place, pair);
    } else if (pair.there !== null) {
      const { key, call } = pair.there;
      const isMoved = here.calls.some((made) => isSameCall(made.call, call) && isAlone(pairs, made));
      const title = `${calledTitle(call.function)} ${clip(oneLine(call.arguments.raw), LONGEST)}`;
      if (!isMoved) alignment.absent.push({ key, title, question, after });
      part(alignment, question, place, pair);
    }
  });
}

function part(alignment: Alignment, question: number, place: number, { here, there }: Pair): void {
  alignment.parting ??= { question, place, here: here?.key ?? null, there: there?.key ?? null };
}

function isPending(pair: Pair | undefined, here: Asked, there: Asked): boolean {
  if (pair === undefined) return false;
  return (pair.here === null && here.isOpen) || (pair.there === null && there.isOpen);
}

function isAlone(pairs: Pair[], made: MadeCall): boolean {
  return pairs.some(({ here, there }) => here === made && there === null);
}

function markOf(here: MadeCall, there: MadeCall | null, left: MadeCall[]): Mark {
  if (there === null)
    return left.some(({ call }) => isSameCall(call, here.call)) ? { type: "moved" } : { type: "extra" };
  if (!isSameCallee(here.call, there.call))
    return { type: "function", there: calledTitle(there.call.function) };
  const differences = argumentDifferences(here.call, there.call);
  return differences.length === 0 ? { type: "same" } : { type: "arguments", differences };
}

function isSameCallee(one: FunctionCall, other: FunctionCall): boolean {
  return isSameFunction(calledName(one.function), calledName(other.function));
}

function isSameCall(one: FunctionCall, other: FunctionCall): boolean {
  return isSameCallee(one, other) && argumentDifferences(one, other).length === 0;
}

/** A call without a partner costs this much. Two of them cost more than any pair. */
const ALONE = 1;

function cost(here: FunctionCall, there: FunctionCall): number {
  if (!isSameCallee(here, there)) return 1.9 * ALONE;
  return argumentDifferences(here, there).length === 0 ? 0 : ALONE;
}

/** The pairs that cost least together, in the order of both. */
function pairsOf(here: MadeCall[], there: MadeCall[]): Pair[] {
  const table = costs(here, there);
  const at = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < here.length || column < there.length) {
    const [own, other] = [here[row] ?? null, there[column] ?? null];
    const best = at(row, column);
    if (own !== null && other !== null && best === at(row + 1, column + 1) + cost(own.call, other.call)) {
      pairs.push({ here: own, there: other });
      row += 1;
      column += 1;
    } else if (own !== null && best === at(row + 1, column) + ALONE) {
      pairs.push({ here: own, there: null });
      row += 1;
    } else {
      pairs.push({ here: null, there: other });
      column += 1;
    }
  }
  return pairs;
}

/** What the rest costs from each place on. */
function costs(here: MadeCall[], there: MadeCall[]): number[][] {
  const table = Array.from({ length: here.length + 1 }, () => new Array<number>(there.length + 1).fill(0));
  for (let row = here.length; row >= 0; row -= 1) {
    for (let column = there.length; column >= 0; column -= 1) {
      const [own, other] = [here[row], there[column]];
      const [line, below] = [table[row], table[row + 1]];
      if (line === undefined || (own === undefined && other === undefined)) continue;
      const choices = [Infinity];
      if (own !== undefined) choices.push((below?.[column] ?? Infinity) + ALONE);
      if (other !== undefined) choices.push((line[column + 1] ?? Infinity) + ALONE);
      if (own !== undefined && other !== undefined)
        choices.push((below?.[column + 1] ?? Infinity) + cost(own.call, other.call));
      line[column] = Math.min(...choices);
    }
  }
  return table;
}
