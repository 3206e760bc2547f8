import type { FilterPassage, FunctionResult, TurnEvent, TurnFinding } from "$contract";
import { assertNever } from "$shared/assertNever";
import { changeCall } from "$timeline/currentCalls";
import { pathTo } from "$timeline/path";
import { callKey, type Timeline, type TurnState } from "$timeline/model";
import type { Failed } from "$timeline/round";

/** What is told about a turn beside its steps. */
export type Remark = Extract<
  TurnEvent,
  {
    type:
      | "given"
      | "requestFailed"
      | "adapted"
      | "modelReplaced"
      | "breakpointsHit"
      | "filtered"
      | "timeUp"
      | "noticed"
      | "approvalsChanged"
      | "settingsChanged";
  }
>;

export function remark(timeline: Timeline, turn: TurnState, event: Remark): void {
  const round = turn.rounds.at(-1);
  switch (event.type) {
    case "given":
      for (const result of event.results) give(timeline, turn, result);
      return;
    case "requestFailed":
      timeline.draft = [];
      if (round !== undefined) round.failed = failedBy(event);
      return;
    case "adapted":
      round?.adapted.push(...event.adaptations);
      return;
    case "modelReplaced":
      if (round !== undefined) round.replacedBy = event.by;
      return;
    case "breakpointsHit":
      for (const id of event.breakpoints) turn.hits[id] = (turn.hits[id] ?? 0) + 1;
      return;
    case "filtered":
      pass(timeline, turn, event.passage);
      return;
    case "timeUp":
      return;
    case "noticed":
      notice(timeline, turn, event.finding);
      return;
    case "approvalsChanged":
      turn.plan = { ...turn.plan, approvals: event.approvals };
      return;
    case "settingsChanged":
      turn.plan = { ...turn.plan, settings: event.settings };
      if (turn.request !== null) turn.request = { ...turn.request, settings: event.settings };
      return;
    default:
      assertNever(event);
  }
}

function failedBy({ message, advice, remedies }: Extract<Remark, { type: "requestFailed" }>): Failed {
  return { message, advice, ...(remedies === undefined ? {} : { remedies }) };
}

/** Calls that an earlier turn left open show the results it had for some of them. */
function give(timeline: Timeline, turn: TurnState, result: FunctionResult): void {
  const node = pathTo(timeline, turn.after).at(-1);
  const call = node === undefined ? undefined : timeline.calls.of(callKey(node.scope, result.callId));
  if (call !== undefined) call.result = result;
}

function pass(timeline: Timeline, turn: TurnState, passage: FilterPassage): void {
  if (passage.around.type === "request") turn.rounds.at(-1)?.passages.push(passage);
  else changeCall(timeline, turn, passage.around.call, (state) => state.passages.push(passage));
}

/** A finding about a call is shown at the call, in whatever round it was made; any other at its round. */
function notice(timeline: Timeline, turn: TurnState, finding: TurnFinding): void {
  if (!("call" in finding)) {
    turn.rounds.at(-1)?.noticed.push(finding);
    return;
  }
  const keys = turn.rounds.map(({ scope }) => callKey(scope, finding.call));
  const [call] = keys.reverse().flatMap((key) => timeline.calls.of(key) ?? []);
  call?.noticed.push(finding);
}
