import type { Answer, CallId, Decision, FilterPassage, Origin, TurnFinding } from "$contract";
import { assertNever } from "$state/assertNever";
import { callKey, NOT_RUN, scopeOfRound, type Timeline, type TurnState, type Written } from "$state/model";
import { changeCall, keyOf } from "$state/turnCalls";

/** Takes in what a person answered to a stop. */
export function takeAnswer(timeline: Timeline, turn: TurnState, answer: Answer): void {
  const place = turn.pause?.number === answer.pause ? turn.pause.place : null;
  const isStaying = answer.decision.type === "stay" || answer.decision.type === "addCall";
  if (!isStaying) turn.pause = null;
  if (place === null || place.type === "beforeRequest") return;
  const origin = place.type === "afterCall" ? "edited" : "simulated";
  if (place.type !== "afterResponse") takeDecision(timeline, turn, place.call, answer.decision, origin);
  for (const { call, decision } of answer.others ?? [])
    takeDecision(timeline, turn, call, decision, "simulated");
}

function takeDecision(
  timeline: Timeline,
  turn: TurnState,
  call: CallId,
  decision: Decision,
  origin: Origin,
): void {
  const write = (written: Written): void =>
    changeCall(timeline, turn, call, (state) => (state.written = written));
  switch (decision.type) {
    case "writeResult":
      write({ outcome: decision.outcome, origin });
      return;
    case "decline":
      write({ outcome: { type: "declined", reason: decision.reason }, origin: "person" });
      return;
    case "useRecorded": {
      const recorded = timeline.calls[keyOf(turn, call)]?.recorded ?? null;
      if (recorded !== null) write({ outcome: recorded.outcome, origin: "recorded" });
      return;
    }
    case "runAgain":
    case "editArguments":
    case "sendTo":
    case "handOver":
      // It runs, for the first time or once more, and what it gave before is of no account.
      changeCall(timeline, turn, call, (state) => Object.assign(state, NOT_RUN));
      return;
    case "continue":
    case "stay":
    case "editRequest":
    case "drop":
    case "addCall":
    case "stop":
      return;
    default:
      assertNever(decision);
  }
}

/** A passage through a filter is shown at what it is around. */
export function takePassage(timeline: Timeline, turn: TurnState, passage: FilterPassage): void {
  const { around } = passage;
  if (around.type === "request") turn.rounds.at(-1)?.passages.push(passage);
  else changeCall(timeline, turn, around.call, (state) => state.passages.push(passage));
}

/** A finding about a call is shown at the call, in whatever round it was made. */
export function takeFinding(timeline: Timeline, turn: TurnState, finding: TurnFinding): void {
  if (finding.type === "heavyFunctions") {
    turn.rounds.at(-1)?.noticed.push(finding);
    return;
  }
  const keys = turn.rounds.map(({ number }) => callKey(scopeOfRound(turn.id, number), finding.call));
  const call = keys.reverse().flatMap((key) => timeline.calls[key] ?? [])[0];
  call?.noticed.push(finding);
}
