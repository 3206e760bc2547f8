import type { Item, ItemKind, LargeValue, Pause, Timestamp, TurnEvent, TurnId } from "$contract";
import { assertNever } from "$shared/assertNever";
import { takeAnswer } from "$timeline/answers";
import { changeCall, keyOf } from "$timeline/currentCalls";
import { noteCut, noteCutIn } from "$timeline/cuts";
import { largeOfOutcome } from "$timeline/large";
import { remark } from "$timeline/remarks";
import { noteDecision, noteStop } from "$timeline/stops";
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
  if (turn !== undefined) advance(timeline, turn, event, written);
}

type Later = Exclude<TurnEvent, { type: "began" }>;

function advance(timeline: Timeline, turn: TurnState, event: Later, { at, large }: Written): void {
  const round = turn.rounds.at(-1);
  switch (event.type) {
    case "roundBegan":
      turn.rounds.push(roundFrom(timeline, turn, event.round));
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
      round.terms = event.terms ?? null;
      round.failed = null;
      round.cut = null;
      return;
    case "itemStarted":
      startItem(timeline, turn, event.index, event.kind);
      return;
    case "textDelta":
    case "reasoningDelta":
    case "argumentsDelta":
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
      turn.running = keyOf(turn, event.call);
      changeCall(timeline, turn, event.call, (state) => {
        state.startedAt = at;
        state.handedTo = event.to;
      });
      return;
    case "given":
    case "requestFailed":
    case "adapted":
    case "breakpointsHit":
    case "filtered":
    case "limitHit":
    case "timeUp":
    case "noticed":
    case "approvalsChanged":
    case "settingsChanged":
      remark(timeline, turn, event);
      return;
    case "paused":
      noteStop(turn, event.pause);
      standStill(timeline, turn, event.pause);
      return;
    case "answered":
      noteDecision(turn, event.answer.pause, event.answer.decision);
      takeAnswer(timeline, turn, event.answer, large);
      return;
    case "callStarted":
      turn.running = keyOf(turn, event.call);
      changeCall(timeline, turn, event.call, (state) => {
        state.startedAt = at;
        state.standIn = event.origin ?? null;
      });
      return;
    case "callEnded":
      turn.running = null;
      changeCall(timeline, turn, event.call, (state) => {
        state.endedAt = at;
        state.ended = event.outcome;
        state.largeResult = largeOfOutcome(large);
        state.whole = event.whole ?? null;
        state.endedBy = event.origin ?? null;
        state.answeredFrom = event.answeredFrom ?? null;
      });
      return;
    // The answer that tells it stands in the wire view.
    case "adapted":
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
      turn.running = null;
      turn.isPauseRequested = false;
      turn.outcome = event.outcome;
      turn.endedAt = at;
      return;
    default:
      assertNever(event);
  }
}

function roundFrom(timeline: Timeline, turn: TurnState, number: number): Round {
  const scope = openScope(timeline) ?? scopeOfRound(turn.id, number);
  return { ...newRound(number, scope), forWords: turn.limitHit };
}

/** Where the calls are that the last message makes and nobody has answered. */
function openScope(timeline: Timeline): string | null {
  const node = timeline.messages.of(timeline.head);
  const isOpen = node?.message.role === "assistant" && node.message.items.some(isCall);
  return isOpen ? node.scope : null;
}

function isCall({ type }: Item): boolean {
  return type === "functionCall";
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

function standStill(timeline: Timeline, turn: TurnState, pause: Pause): void {
  turn.pause = pause;
  turn.isPauseRequested = false;
  turn.running = null;
  switch (pause.place.type) {
    case "beforeRequest":
      // Where a request was cut off, what it gave is asked for again.
      timeline.draft = [];
      return;
    case "beforeCall":
      changeCall(timeline, turn, pause.place.call, (state) => (state.startedAt = null));
      return;
    case "duringAnswer":
    case "afterResponse":
    case "afterCall":
      return;
    default:
      assertNever(pause.place);
  }
}
