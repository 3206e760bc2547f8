import { list, say } from "$language/say";
import type { Breakpoint, CallId, Decision, Pause, PausePlace, RequestEdit } from "$contract";
import { assertNever } from "$shared/assertNever";
import { callOfPlace, scopeNow } from "$timeline/currentCalls";
import { callKey, type Timeline, type TurnState } from "$timeline/model";
import { calledTitle } from "$content/naming";
import { whyText } from "$timeline/status";

/** A stop of a turn, and what a person decided there last. */
export type PastStop = { pause: Pause; round: number; decision: Decision | null };

export function noteStop(turn: TurnState, pause: Pause): void {
  turn.stops.push({ pause, round: turn.rounds.at(-1)?.number ?? 0, decision: null });
}

export function noteDecision(turn: TurnState, pause: number, decision: Decision): void {
  const stop = turn.stops.find((one) => one.pause.number === pause);
  if (stop !== undefined) stop.decision = decision;
}

/** The stops a turn has left behind. The one it stands at is not among them. */
export function pastStops(turn: TurnState): PastStop[] {
  return turn.stops.filter(({ pause }) => turn.pause?.number !== pause.number);
}

export function stopsOfRound(turn: TurnState, round: number): PastStop[] {
  const isOfRequest = ({ type }: PausePlace): boolean =>
    type === "beforeRequest" || type === "duringAnswer" || type === "afterResponse";
  return pastStops(turn).filter((stop) => stop.round === round && isOfRequest(stop.pause.place));
}

export function stopsOfCall(turn: TurnState, round: number, call: string): PastStop[] {
  return pastStops(turn).filter((stop) => stop.round === round && callOfPlace(stop.pause.place) === call);
}

/** The parts of a request in the words and the order of the editor at its stop. */
const PARTS: readonly { name: string; keys: readonly (keyof RequestEdit)[] }[] = [
  { name: say("Model"), keys: ["model"] },
  { name: say("Instructions"), keys: ["instructions"] },
  { name: say("Messages"), keys: ["messages"] },
  { name: say("Functions"), keys: ["functions"] },
  { name: say("Calling"), keys: ["choice", "calls"] },
  { name: say("Settings"), keys: ["settings"] },
];

/** What a person changed in the request of a round alone. Neither the history nor the settings tell it. */
export function changedOnce(turn: TurnState, round: number): string | null {
  const edits = stopsOfRound(turn, round).flatMap(({ decision }) =>
    decision?.type === "editRequest" && decision.reach === "thisRequest" ? decision.edit : [],
  );
  const changed = PARTS.filter(({ keys }) =>
    edits.some((edit) => keys.some((key) => edit[key] !== undefined)),
  );
  if (changed.length === 0) return null;
  return say("Changed for this request only: {parts}", { parts: list(changed.map(({ name }) => name)) });
}

/** Where it stood: `Before request 2`. */
export function stopTitle(timeline: Timeline, turn: TurnState, { pause, round }: PastStop): string {
  const { place } = pause;
  switch (place.type) {
    case "beforeRequest":
      return say("Before request {round}", { round });
    case "duringAnswer":
      return say("During answer {round}", { round });
    case "afterResponse":
      return say("After the response");
    case "beforeCall":
      return say("Before {name}", { name: nameOf(timeline, turn, round, place.call) });
    case "afterCall":
      return say("After {name}", { name: nameOf(timeline, turn, round, place.call) });
    default:
      return assertNever(place);
  }
}

/** A call is looked for in the round of its stop: the same id may be in another one too. */
function nameOf(timeline: Timeline, turn: TurnState, round: number, call: CallId): string {
  const scope = turn.rounds.find(({ number }) => number === round)?.scope ?? scopeNow(turn);
  const found = timeline.calls.of(callKey(scope, call));
  return found === undefined ? call : calledTitle(found.function);
}

export function stopWhy({ pause }: PastStop, breakpoints: Breakpoint[]): string {
  return pause.reason === "breakpoint" || pause.reason === "step"
    ? whyText(pause, breakpoints)
    : shortReason(pause);
}

function shortReason({ reason }: Pause): string {
  switch (reason) {
    case "breakpoint":
      return say("Breakpoint");
    case "step":
      return say("Step");
    case "interrupted":
      return say("Cut off");
    case "editRefused":
      return say("Edit refused");
    case "approval":
    case "consentNeeded":
      return say("Asked to allow it");
    case "handedBack":
      return say("Left to you");
    case "requestFailed":
      return say("Request failed");
    case "nameRepaired":
      return say("Name repaired");
    case "resultWanted":
      return say("Result wanted");
    default:
      return assertNever(reason);
  }
}

/** What was decided, in a word or two. */
export function decisionText({ pause, decision }: PastStop): string | null {
  if (decision === null) return null;
  switch (decision.type) {
    case "continue":
      return pause.reason === "approval" || pause.reason === "consentNeeded"
        ? say("allowed")
        : say("went on");
    case "stay":
      return say("others answered");
    case "editRequest":
      return say("request changed");
    case "writeAnswer":
      return say("answer written");
    case "editArguments":
      return say("arguments changed");
    case "sendTo":
      return say("sent elsewhere");
    case "writeResult":
      return say("result written");
    case "useRecorded":
      return say("recorded result used");
    case "handOver":
      return say("handed over");
    case "decline":
      return say("declined");
    case "drop":
      return say("dropped");
    case "addCall":
      return say("call added");
    case "runAgain":
      return say("run again");
    case "stop":
      return say("stopped");
    default:
      return assertNever(decision);
  }
}
