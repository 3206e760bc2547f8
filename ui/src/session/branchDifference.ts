import { say } from "$language/say";
import type { FunctionCall, FunctionResult, JsonValue, Message, MessageId, ModelId } from "$contract";
import { calledName, functionKey } from "$content/naming";
import { clip, oneLine, outcomeSummary } from "$content/summary";
import { shortValue, tellApart } from "$content/tellApart";
import { firstWords, ownBeginning } from "$timeline/marks";
import type { MessageNode, Timeline } from "$timeline/model";

/** Further behind a fork than this, nobody thinks of the difference as the one that made the branch. */
const FARTHEST = 12;
/** More differences than these are counted. */
const MOST = 2;
/** Two texts that begin alike for this long are told by what follows. */
const ALIKE = 24;
const LONGEST = 60;
/** Words that Markdown stresses. */
const STRESSED = /(\*\*|__)(\S|\S.*?\S)\1/g;

/** How a model is called. */
export type Titling = (model: ModelId) => string;

/** In what the branch with this end differs from the one it forks from, in a few words. */
export function branchSays(timeline: Timeline, leaf: MessageId, titleOf: Titling = shortName): string {
  return beginningSays(timeline, ownBeginning(timeline, leaf), titleOf);
}

/** The same for the branch that begins with this message. The first of a fork is held against the second. */
export function beginningSays(timeline: Timeline, own: MessageId, titleOf: Titling = shortName): string {
  const parent = timeline.messages.of(own)?.message.parent ?? null;
  const siblings = timeline.messages.following.get(parent) ?? [];
  const eldest = siblings[0] === own ? siblings[1] : siblings[0];
  if (eldest === undefined) return firstWords(timeline, own);
  const [mine, other] = [lineFrom(timeline, own), lineFrom(timeline, eldest)];
  const found =
    (siblings[0] === own ? null : keptUp(mine, other)) ?? differences(timeline, [mine, other], titleOf);
  if (found.length === 0) return firstWords(timeline, own);
  const more = found.length - MOST;
  return [...found.slice(0, MOST), ...(more > 0 ? [say("and {more} more", { more })] : [])].join(say(", "));
}

/** What was said from a message on. Where it forks again, the first way is taken. */
function lineFrom(timeline: Timeline, from: MessageId): MessageNode[] {
  const line: MessageNode[] = [];
  for (let id: MessageId | undefined = from; id !== undefined && line.length < FARTHEST;) {
    const node: MessageNode | undefined = timeline.messages.of(id);
    if (node === undefined) break;
    line.push(node);
    id = timeline.messages.following.get(id)?.[0];
  }
  return line;
}

/** A branch that no turn said is a history that was repaired or made shorter. */
function keptUp(mine: MessageNode[], other: MessageNode[]): string[] | null {
  const isUpkeep = mine.every(({ turn, message }) => turn === null && message.origin !== "simulated");
  const changed = mine.filter(({ message: { origin } }) => origin === "edited" || origin === "application");
  if (!isUpkeep || changed.length === 0) return null;
  return [
    mine.length < other.length ? say("made shorter") : say("repaired {count}", { count: changed.length }),
  ];
}

/** The first place at which both differ tells what the branch is about. */
function differences(
  timeline: Timeline,
  [mine, other]: readonly [MessageNode[], MessageNode[]],
  titleOf: Titling,
): string[] {
  for (const [place, { message }] of mine.entries()) {
    const against = other[place]?.message;
    if (against === undefined || against.role !== message.role) return [firstWords(timeline, message.id)];
    const found = differencesIn(timeline, [message, against], titleOf);
    if (found.length > 0) return found;
  }
  return mine.length < other.length ? [say("ends earlier")] : [];
}

function differencesIn(
  timeline: Timeline,
  [mine, other]: readonly [Message, Message],
  titleOf: Titling,
): string[] {
  if (mine.role === "function") return resultDifferences(timeline, mine, other);
  const calls = mine.role === "assistant" ? callDifferences(callsOf(mine), callsOf(other)) : [];
  if (calls.length > 0) return calls;
  const model = mine.role === "assistant" ? otherModel(mine, other, titleOf) : null;
  const words = wordDifference(textOf(mine), textOf(other));
  return [model, words].filter((part) => part !== null);
}

function otherModel(mine: Message, other: Message, titleOf: Titling): string | null {
  if (mine.author.type === "person" || mine.author.type === "application") return null;
  const model = mine.author.model;
  const isSame = "model" in other.author && other.author.model === model;
  return isSame ? null : titleOf(model);
}

/** Its id without the service, where there is little room. */
function shortName(model: ModelId): string {
  return model.slice(model.lastIndexOf("/") + 1);
}

function callDifferences(mine: FunctionCall[], other: FunctionCall[]): string[] {
  const names = callNames(mine);
  const known = mine.flatMap((call, place) => {
    const against =
      other.find(({ id }) => id === call.id) ?? (mine.length === other.length ? other[place] : undefined);
    if (against === undefined) return [say("{call} added", { call: names[place] ?? "" })];
    return callDifference(call, against);
  });
  const gone = callNames(other).filter(
    (_, place) => mine.length < other.length && !mine.some(({ id }) => id === other[place]?.id),
  );
  return [...known, ...gone.map((call) => say("without {call}", { call }))];
}

/** The value that is another one. Of many, the first says enough. */
function callDifference(mine: FunctionCall, other: FunctionCall): string[] {
  const name = calledName(mine.function);
  if (functionKey(name) !== functionKey(calledName(other.function))) return [`${name.function}()`];
  const [now, before] = [valuesOf(mine), valuesOf(other)];
  const changed = Object.keys({ ...before, ...now }).find(
    (key) => JSON.stringify(now[key]) !== JSON.stringify(before[key]),
  );
  if (changed === undefined) return [];
  const value = now[changed];
  return [value === undefined ? say("without {call}", { call: changed }) : valueWords(changed, value)];
}

/** A word speaks for itself; a number says little without its name. */
function valueWords(key: string, value: JsonValue): string {
  return typeof value === "string" && value !== "" ? shortValue(value) : `${key}: ${shortValue(value)}`;
}

function resultDifferences(timeline: Timeline, mine: Message, other: Message): string[] {
  const calls = callsOf(timeline.messages.of(mine.parent)?.message ?? null);
  const names = callNames(calls);
  const before = new Map(resultsOf(other).map((result) => [result.callId, result]));
  return resultsOf(mine).flatMap((result) => {
    const against = before.get(result.callId);
    if (against !== undefined && JSON.stringify(against.outcome) === JSON.stringify(result.outcome))
      return [];
    const place = calls.findIndex(({ id }) => id === result.callId);
    return [resultWords(names[place] ?? calledName(result.function).function, result)];
  });
}

function resultWords(call: string, { outcome, origin }: FunctionResult): string {
  if (outcome.type === "declined") return say("{call} declined", { call });
  if (origin === "edited") return say("{call} edited", { call });
  if (outcome.type === "failed") return say("{call} failed", { call });
  return say("{call}: {result}", { call, result: clip(outcomeSummary(outcome), LONGEST - call.length) });
}

/** Calls of one function by the argument in which they differ, any other by the name of its function. */
function callNames(calls: FunctionCall[]): string[] {
  const apart = tellApart(
    calls.map((call) => ({ function: functionKey(calledName(call.function)), arguments: valuesOf(call) })),
  );
  return calls.map((call, place) => apart[place] ?? calledName(call.function).function);
}

/** What two texts have in common at their beginning is left out. */
function wordDifference(mine: string, other: string): string | null {
  if (mine === other || mine === "") return null;
  let alike = 0;
  while (alike < mine.length && mine[alike] === other[alike]) alike += 1;
  const from = wordsBefore(mine, alike);
  return clip(alike < ALIKE || from === 0 ? mine : `…${mine.slice(from)}`, LONGEST);
}

/** Where the word begins that stands two words before a place, so that what follows is understood. */
function wordsBefore(text: string, place: number): number {
  let from = text.lastIndexOf(" ", place);
  for (let back = 0; back < 2 && from > 0; back += 1) from = text.lastIndexOf(" ", from - 1);
  return from + 1;
}

function textOf({ items }: Message): string {
  const text = oneLine(items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join(" "));
  return text.replaceAll(STRESSED, "$2");
}

function callsOf(message: Message | null): FunctionCall[] {
  return message?.items.flatMap((item) => (item.type === "functionCall" ? [item.call] : [])) ?? [];
}

function resultsOf({ items }: Message): FunctionResult[] {
  return items.flatMap((item) => (item.type === "functionResult" ? [item.result] : []));
}

function valuesOf({ arguments: given }: FunctionCall): Record<string, JsonValue> {
  return given.type === "parsed" ? given.value : { raw: given.raw };
}
