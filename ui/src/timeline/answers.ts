import type { Answer, Decision, LargeValue, Origin, PausePlace } from "$contract";
import { assertNever } from "$shared/assertNever";
import { callOfPlace, changeCall } from "$timeline/currentCalls";
import { largeOfOutcome } from "$timeline/large";
import { type CallState, type Timeline, type TurnState } from "$timeline/model";

/** What a person decided at a stop, for the place and for the calls beside it. */
export function takeAnswer(timeline: Timeline, turn: TurnState, answer: Answer, large: LargeValue[]): void {
  const place = turn.pause?.number === answer.pause ? turn.pause.place : null;
  for (const [index, { call, decision }] of (answer.others ?? []).entries()) {
    const shown = largeOfOutcome(large.filter(({ place }) => place.includes(`/others/${index}/`)));
    changeCall(timeline, turn, call, (state) => decide(state, decision, "simulated", shown));
  }
  if (staysAt(answer.decision)) return;
  turn.pause = null;
  const call = place === null ? null : callOfPlace(place);
  if (place === null || call === null) return;
  const shown = largeOfOutcome(large.filter(({ place }) => !place.includes("/others/")));
  changeCall(timeline, turn, call, (state) => decide(state, answer.decision, originAt(place), shown));
}

/** Whether the turn stands where it stood after this decision. */
function staysAt(decision: Decision): boolean {
  return decision.type === "stay" || decision.type === "addCall";
}

function originAt(place: PausePlace): Origin {
  return place.type === "afterCall" ? "edited" : "simulated";
}

function decide(state: CallState, decision: Decision, origin: Origin, large: LargeValue | null): void {
  switch (decision.type) {
    case "writeResult":
      state.written = { outcome: decision.outcome, origin };
      state.largeResult = large;
      return;
    case "useRecorded":
      if (state.recorded !== null) state.written = { outcome: state.recorded.outcome, origin: "recorded" };
      return;
    case "decline":
      state.written = { outcome: { type: "declined", reason: decision.reason }, origin: "person" };
      state.largeResult = null;
      return;
    case "handOver":
      state.handedTo = decision.to;
      forgetRun(state);
      return;
    case "runAgain":
    case "editArguments":
    case "sendTo":
      forgetRun(state);
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

/** It runs again, so what came of it before is no longer what the model will be told. */
function forgetRun(state: CallState): void {
  Object.assign(state, {
    startedAt: null,
    endedAt: null,
    ended: null,
    written: null,
    whole: null,
    endedBy: null,
    largeResult: null,
  });
}
