import { say } from "$language/say";
import { sentence, told } from "$language/told";
import type {
  Bound,
  FilterPassage,
  FunctionCall,
  FunctionName,
  JsonValue,
  NameRepair,
  Notice,
  Origin,
  Outcome,
  Pause,
  SchemaFinding,
  TurnFinding,
} from "$contract";
import { originText } from "$content/naming";
import { assertNever } from "$shared/assertNever";
import { ranBy } from "$timeline/callTime";
import type { CallState, Timeline, TurnState } from "$timeline/model";
import { callOfPlace, scopeNow } from "$timeline/currentCalls";

/** What a call's glyph shows. */
export type CallStatus =
  "streaming" | "waiting" | "paused" | "running" | "returned" | "failed" | "declined" | "informational";

/** How a call stands, in a word. */
export function callStatusText(status: CallStatus): string {
  return STATUS_WORDS[status];
}

const STATUS_WORDS: Record<CallStatus, string> = {
  streaming: say("being written"),
  waiting: say("waiting"),
  paused: say("paused"),
  running: say("running"),
  returned: say("returned"),
  failed: say("failed"),
  declined: say("declined"),
  informational: say("information only"),
};

export function callStatus(call: CallState, pause: Pause | null): CallStatus {
  if (pause !== null) return "paused";
  const outcome = outcomeOf(call);
  if (outcome !== null) return outcome.type;
  if (call.phase.type === "running") return "running";
  if (call.call === null) return "streaming";
  return call.call.origin === "informational" ? "informational" : "waiting";
}

/** The stop a turn waits at, if it is at this call. */
export function pauseAt(call: CallState, turn: TurnState | null): Pause | null {
  const pause = turn?.pause ?? null;
  if (turn === null || pause === null) return null;
  const isHere = callOfPlace(pause.place) === call.id && scopeNow(turn) === call.scope;
  return isHere ? pause : null;
}

/** What the model is told, or will be as far as is known. */
export function outcomeOf(call: CallState): Outcome | null {
  const { result, phase } = call;
  return result?.outcome ?? (phase.type === "answered" ? phase.outcome : null);
}

/** What the function itself gave, where the model is told something else. */
export function replacedOutcome(call: CallState): Outcome | null {
  if (originOfResult(call) !== "edited") return null;
  if (filterOf(call) === null) return call.ended;
  const replaced = passagesOfRun(call).find(({ effect }) => effect.type === "replacedResult")?.effect;
  return replaced?.type === "replacedResult" ? replaced.before : null;
}

/** What filters did to the last run of a call. */
function passagesOfRun({ passages, earlierPassages }: CallState): FilterPassage[] {
  return passages.slice(earlierPassages);
}

/** The filter that made the result what it is, unless a person changed it afterwards. */
export function filterOf(call: CallState): string | null {
  const made = passagesOfRun(call).findLast(
    ({ effect: { type } }) => type === "replacedResult" || type === "answered",
  );
  const isUntouched = JSON.stringify(outcomeOf(call)) === JSON.stringify(call.ended);
  return made !== undefined && isUntouched ? made.filter : null;
}

/** Who made the result, as one says it. */
export function resultBy(call: CallState): string | null {
  const [filter, origin] = [filterOf(call), originOfResult(call)];
  if (filter !== null) return say("the filter {name}", { name: filter });
  return origin === null ? null : originText(origin);
}

/** What is marked on a result, where the function did not give it like this. */
export function resultStamp(call: CallState): string | null {
  const [by, origin] = [resultBy(call), originOfResult(call)];
  if (by !== null && filterOf(call) !== null) return say("by {originText}", { originText: by });
  return origin === null ? null : stampOf(origin);
}

export function originOfResult(call: CallState): Origin | null {
  const origin = call.result?.origin ?? (call.phase.type === "answered" ? call.phase.origin : null);
  // What a person writes in place of a function never starts. Older logs have no other word for a stand-in.
  return origin === "simulated" && call.startedAt !== null ? "standIn" : origin;
}

/** What a model has written of the arguments of a call so far. */
export function draftOf({ draft }: Timeline, { id }: CallState): string {
  return draft.find(({ kind }) => kind.type === "call" && kind.id === id)?.text ?? "";
}

/** The arguments as they stand, in full or as far as they have been written. */
export function argumentsOf(call: CallState, draft: string): string {
  return call.call?.arguments.raw ?? draft;
}

export function tookMilliseconds(call: CallState): number | null {
  return call.endedAt === null ? null : ranBy(call, call.endedAt);
}

/** The words that are stamped on a card, where something is not what it would be by itself. */
export function stampsOf(call: CallState): string[] {
  const asked = call.call === null ? null : stampOf(call.call.origin);
  return [...new Set([asked, resultStamp(call), completedBy(call)].filter((stamp) => stamp !== null))];
}

/** Who gave the result in the place of the function. */
function completedBy(call: CallState): string | null {
  if (call.handedTo === null || originOfResult(call) !== "model") return null;
  return call.handedTo.type === "participant"
    ? say("by {name}", { name: call.handedTo.name })
    : say("by another model");
}

/** What is marked: that a person or a recording had a hand in it. */
function stampOf(origin: Origin): string | null {
  switch (origin) {
    case "simulated":
      return say("by you");
    case "standIn":
      return say("stand-in");
    case "fault":
      return say("injected fault");
    case "edited":
      return say("edited");
    case "recorded":
      return say("recorded");
    case "informational":
      return say("information only");
    case "model":
    case "person":
    case "function":
    case "application":
      return null;
    default:
      return assertNever(origin);
  }
}

/** What was found amiss before the call ran. */
export function findingsOf(call: CallState): SchemaFinding[] {
  return call.resolution?.findings ?? [];
}

/** What was found wrong with a call that has not run, in a word, and what it is. */
export function troubleMark(call: CallState): { word: string; why: string; isFatal: boolean } | null {
  const { resolution } = call;
  if (resolution === null || outcomeOf(call) !== null || call.phase.type === "running") return null;
  if (resolution.type === "refused")
    return { word: say("can’t run"), why: resolution.failure.message, isFatal: true };
  const [finding] = resolution.findings;
  return finding === undefined
    ? null
    : { word: say("odd arguments"), why: `${finding.path} ${told(finding.message)}`, isFatal: false };
}

/** What the function gets where that is not what was written, if anything is known of it. */
export function boundOf(call: CallState): Bound | null {
  return call.resolution?.type === "runnable" ? (call.resolution.bound ?? null) : null;
}

/** That a call did not run, because it was made before. */
export function repeatText(call: CallState): string | null {
  return call.answeredFrom === null ? null : say("Same call as before: answered from its result");
}

/** What is worth a look about a call. That it was made before need not be said twice. */
export function noticedOf(call: CallState): TurnFinding[] {
  return call.answeredFrom === null
    ? call.noticed
    : call.noticed.filter(({ type }) => type !== "repeatedCall");
}

/** The name that was written, where it was taken for another. */
export function repairOf(call: CallState): NameRepair | null {
  return call.resolution?.type === "runnable" ? (call.resolution.repair ?? null) : null;
}

/** What a person is asked to settle before the call, where there is more to say of it. */
export function asksOf(call: CallState): string[] {
  if (call.resolution?.type !== "runnable") return [];
  return (call.resolution.asks ?? []).flatMap((ask) => {
    switch (ask.type) {
      case "nameRepair":
        return [];
      case "consent":
        return ask.to.map(told);
      case "result":
        return ask.because === null ? [] : [sentence(ask.because)];
      default:
        return assertNever(ask);
    }
  });
}

/** The function that asks before it runs, with the arguments it would get. */
export type ConsentAsked = { function: FunctionName; arguments: Record<string, JsonValue> };

/** What a person is asked to agree to at a call, if they are. */
export function consentAsked(call: CallState): ConsentAsked | null {
  const { resolution } = call;
  if (resolution?.type !== "runnable") return null;
  const written = call.call?.arguments.type === "parsed" ? call.call.arguments.value : null;
  const values = resolution.bound?.arguments ?? written;
  const isAsked = resolution.asks?.some(({ type }) => type === "consent") ?? false;
  return isAsked && values !== null ? { function: resolution.name, arguments: values } : null;
}

export function parseFault(call: FunctionCall | null): Notice | null {
  return call?.arguments.type === "malformed" ? call.arguments.reason : null;
}

/** A call and its result, to be taken along. */
export function callAsJson(call: CallState): string {
  const { id, function: called } = call;
  const name = called.type === "known" ? called.name : called.raw;
  const parsed = call.call?.arguments.type === "parsed" ? call.call.arguments.value : argumentsOf(call, "");
  return JSON.stringify({ id, function: name, arguments: parsed, outcome: outcomeOf(call) }, null, 2);
}
