import type { Breakpoint, BreakpointId, ItemKind, LargeValue, Timestamp, TurnEvent, TurnId } from "$contract";
import { assertNever } from "$shared/assertNever";
import { takeChanges } from "$timeline/callChanges";
import { goOn, start } from "$timeline/callTime";
import { changeCall } from "$timeline/currentCalls";
import { noteCut, noteCutIn } from "$timeline/cuts";
import { largeOfOutcome } from "$timeline/large";
import { remark } from "$timeline/remarks";
import { noteDecision, noteStop } from "$timeline/stops";
import { modelTimeBy, spentAfter, timesAfter } from "$timeline/turnTime";
import { addUsage } from "$content/usage";
import {
  newCall,
  newRound,
  newTurn,
  type Round,
  scopeOfRound,
  type Timeline,
  type TurnState,
} from "$timeline/model";

/** When something was written down, and what of it is shown in part. */
type Written = { at: Timestamp; large: LargeValue[] };

export function applyTurnEvent(timeline: Timeline, id: TurnId, event: TurnEvent, written: Written): void {
  if (event.type === "began") {
    timeline.turns[id] = newTurn(id, written.at, event.after, event.plan);
    timeline.turnOrder.push(id);
    return;
  }
  // A session that was forked has the marks of what was said, and not the turns that said it.
  if (event.type === "answerCut") noteCut(timeline, event);
  const turn = timeline.turns[id];
  if (turn === undefined) return;
  countTime(turn, event, written.at);
  advance(timeline, turn, event, written);
}

function countTime(turn: TurnState, event: TurnEvent, at: Timestamp): void {
  // Pieces of an answer are many, and what follows them counts their time.
  if (isPiece(event)) return;
  const before = turn.spent;
  turn.spent = spentAfter(before, event, at);
  const round = turn.rounds.at(-1);
  if (round === undefined) return;
  if (round.took !== null) round.took += turn.spent.model - before.model;
  round.times = timesAfter(round.times, before, turn.spent);
}

function isPiece({ type }: TurnEvent): boolean {
  return type === "textDelta" || type === "reasoningDelta" || type === "argumentsDelta";
}

type Later = Exclude<TurnEvent, { type: "began" }>;

function advance(timeline: Timeline, turn: TurnState, event: Later, { at, large }: Written): void {
  const round = turn.rounds.at(-1);
  switch (event.type) {
    case "roundBegan":
      turn.rounds.push(roundFrom(timeline, turn, event));
      return;
    case "selected":
      if (round !== undefined) round.selection = event.selection;
      return;
    case "requestSent":
      timeline.draft = [];
      if (round === undefined) return;
      round.exchanges.push(event.exchange);
      round.offered = event.offered;
      round.requestedAt = at;
      [round.tookToFirst, round.latestAt, round.took] = [null, null, 0];
      round.terms = event.terms ?? null;
      round.replacedBy = null;
      round.failed = null;
      round.cut = null;
      return;
    case "itemStarted":
      noteArrival(turn, round, at);
      startItem(timeline, turn, event.index, event.kind);
      return;
    case "textDelta":
    case "reasoningDelta":
    case "argumentsDelta":
      noteArrival(turn, round, at);
      appendText(timeline, event.index, event.text);
      return;
    case "responseReceived":
      turn.usage = addUsage(turn.usage, event.usage);
      if (round === undefined) return;
      round.usage = event.usage;
      round.stop = event.stop ?? null;
      round.respondedAt = at;
      return;
    case "answerCut":
      noteCutIn(timeline, turn, event);
      return;
    case "completionReceived":
      turn.usage = addUsage(turn.usage, event.usage);
      return;
    case "callsResolved":
      for (const { call, resolution, recorded } of event.calls) {
        changeCall(timeline, turn, call, (state) =>
          Object.assign(state, { resolution, recorded: recorded ?? null }),
        );
      }
      return;
    case "handedOver":
      changeCall(timeline, turn, event.call, (state) => {
        state.phase = { type: "running", origin: "model" };
        start(state, at);
        state.handedTo = event.to;
      });
      return;
    case "given":
    case "requestFailed":
    case "adapted":
    case "modelReplaced":
    case "breakpointsHit":
    case "filtered":
    case "timeUp":
    case "noticed":
    case "approvalsChanged":
    case "settingsChanged":
      remark(timeline, turn, event);
      return;
    case "paused":
      noteStop(turn, event.pause);
      standStill(timeline, turn, event);
      return;
    case "answered":
      noteDecision(turn, event.answer.pause, event.answer.decision);
      takeChanges(timeline, turn, event.effect.calls, large);
      turn.isPauseRequested = false;
      turn.plan = event.effect.plan ?? turn.plan;
      if (event.effect.stays !== true) leaveStop(turn, at);
      return;
    case "callStarted":
      changeCall(timeline, turn, event.call, (state) => {
        if (state.ended !== null) state.earlierPassages = state.passages.length;
        state.phase = { type: "running", origin: event.origin };
        start(state, at);
        state.handedTo = null;
      });
      return;
    case "personAsked":
      changeCall(timeline, turn, event.call, (state) => (state.askedAt = at));
      return;
    case "personAnswered":
      changeCall(timeline, turn, event.call, (state) => goOn(state, at));
      return;
    case "callEnded":
      changeCall(timeline, turn, event.call, (state) => {
        state.phase = { type: "answered", outcome: event.outcome, origin: event.origin };
        goOn(state, at);
        state.endedAt = at;
        state.ended = event.outcome;
        state.largeResult = largeOfOutcome(large);
        state.whole = event.whole ?? null;
        state.answeredFrom = event.answeredFrom ?? null;
      });
      return;
    // The round that follows says so.
    case "limitHit":
      return;
    case "pauseRequested":
      turn.isPauseRequested = true;
      return;
    case "breakpointsChanged":
      turn.plan = { ...turn.plan, breakpoints: event.breakpoints };
      return;
    case "ended":
      timeline.draft = [];
      turn.pause = null;
      turn.isPauseRequested = false;
      turn.outcome = event.outcome;
      turn.endedAt = at;
      return;
    default:
      assertNever(event);
  }
}

/** A piece of an answer came in. */
function noteArrival({ spent }: TurnState, round: Round | undefined, at: Timestamp): void {
  if (round === undefined) return;
  round.tookToFirst ??= modelTimeBy(round, spent, at);
  round.latestAt = at;
}

type RoundBegan = Extract<TurnEvent, { type: "roundBegan" }>;

/** The calls of a message that a turn takes up stay where they were made. */
function roundFrom(timeline: Timeline, turn: TurnState, { round, opening }: RoundBegan): Round {
  const { takesUp = null, forWords = null } = opening;
  const scope = timeline.messages.of(takesUp)?.scope ?? scopeOfRound(turn.id, round);
  return { ...newRound(round, scope), forWords };
}

function startItem(timeline: Timeline, turn: TurnState, index: number, kind: ItemKind): void {
  const scope = scopeOfRound(turn.id, turn.rounds.at(-1)?.number ?? 0);
  timeline.draft.push({ index, kind, scope, text: "" });
  if (kind.type === "call") timeline.calls.set(newCall(kind.id, scope, kind.function));
}

function appendText(timeline: Timeline, index: number, text: string): void {
  const item = timeline.draft.find((draft) => draft.index === index);
  if (item !== undefined) item.text += text;
}

/** An answer that was held has not stalled. */
function leaveStop(turn: TurnState, at: Timestamp): void {
  const round = turn.rounds.at(-1);
  if (turn.pause?.place.type === "duringAnswer" && round?.latestAt != null) round.latestAt = at;
  turn.pause = null;
}

type Paused = Extract<TurnEvent, { type: "paused" }>;

function standStill(timeline: Timeline, turn: TurnState, { pause, state }: Paused): void {
  turn.pause = pause;
  turn.isPauseRequested = false;
  turn.request = state.request ?? null;
  takeChanges(timeline, turn, state.calls);
  const { spent = [] } = state;
  if (spent.length > 0)
    turn.plan = { ...turn.plan, breakpoints: turn.plan.breakpoints.map(switchedOff(spent)) };
  // Where a request was cut off, what it gave is asked for again.
  if (pause.place.type === "beforeRequest") timeline.draft = [];
}

function switchedOff(spent: BreakpointId[]): (point: Breakpoint) => Breakpoint {
  return (point) => (spent.includes(point.id) ? { ...point, isEnabled: false } : point);
}
