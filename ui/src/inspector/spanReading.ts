import { say } from "$language/say";
import type { CallId, LogEntry, Note, Pause, PausePlace, Timestamp, TurnEvent } from "$contract";
import { callKey, type Timeline, type TurnState } from "$timeline/model";
import { calledTitle } from "$content/naming";
import type { Hold, Span, SpanKind } from "$inspector/waterfall";

type Entry = LogEntry<Note>;

/** A span as the log tells it: the call it is about by its id, and where a person was waited for. */
type ReadSpan = Omit<Span, "title" | "holds"> & {
  holds: Hold[];
  id: CallId | null;
  place: PausePlace["type"] | null;
};

/** Reads from a log that goes on what takes time in one turn. What was read is not looked at again. */
export class SpanReading {
  readonly #turn: TurnState;
  #entries: readonly Entry[] = [];
  #read = 0;
  #spans: ReadSpan[] = [];
  /** Those that last. */
  #open: ReadSpan[] = [];
  #told: readonly ReadSpan[] = [];
  #isToldAll = true;
  #round = 0;
  #scope = "";
  #roundAt: Timestamp = 0;

  constructor(turn: TurnState) {
    this.#turn = turn;
  }

  /** The spans in the order in which they began: the same list as long as none of them changed. */
  upTo(entries: readonly Entry[]): readonly ReadSpan[] {
    if (entries !== this.#entries) this.#beginAnew(entries);
    for (const { at, event } of entries.slice(this.#read)) {
      if (event.type === "noted" && event.note.type === "turn" && event.note.turn === this.#turn.id)
        this.#take(event.note.event, at);
    }
    this.#read = entries.length;
    if (!this.#isToldAll) this.#told = [...this.#spans];
    this.#isToldAll = true;
    return this.#told;
  }

  #beginAnew(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#read = 0;
    this.#spans = [];
    this.#open = [];
    this.#isToldAll = false;
  }

  #take(event: TurnEvent, at: Timestamp): void {
    switch (event.type) {
      case "roundBegan":
        this.#round = event.round;
        this.#scope = this.#turn.rounds.find(({ number }) => number === event.round)?.scope ?? "";
        this.#roundAt = at;
        return;
      case "selected":
        this.#begin("selection", this.#roundAt);
        this.#end("selection", at);
        return;
      case "requestSent":
        this.#begin("request", at);
        return;
      case "itemStarted":
      case "textDelta":
      case "reasoningDelta":
      case "argumentsDelta":
        this.#answered(at);
        return;
      case "responseReceived":
        this.#end("request", at);
        return;
      case "requestFailed":
        this.#end("request", at, true);
        return;
      case "answerCut":
        this.#end("request", at, event.by === "connection");
        return;
      case "callStarted":
      case "handedOver":
        this.#begin("call", at, event.call);
        return;
      case "callEnded":
        this.#endCall(event.call, at, event.outcome.type !== "returned");
        return;
      case "paused":
        // What was under way when the application died is told as a stop, and nobody knows how far it came.
        if (event.pause.reason === "interrupted") this.#endAll(at);
        this.#begin("wait", at, callOf(event.pause), event.pause.place.type);
        if (event.pause.place.type === "duringAnswer") this.#hold(at);
        return;
      case "answered":
        if (event.effect.stays === true) return;
        this.#end("wait", at);
        this.#release(at);
        return;
      case "ended":
        this.#endAll(at);
        return;
      case "began":
      case "given":
      case "callsResolved":
      case "completionReceived":
      case "breakpointsHit":
      case "filtered":
      case "limitHit":
      case "timeUp":
      case "adapted":
      case "modelReplaced":
      case "noticed":
      case "pauseRequested":
      case "breakpointsChanged":
      case "approvalsChanged":
      case "settingsChanged":
        return;
    }
  }

  #begin(kind: SpanKind, from: Timestamp, id: CallId | null = null, place: ReadSpan["place"] = null): void {
    const key = `${this.#spans.length}`;
    const call = id === null ? null : callKey(this.#scope, id);
    const began = { key, kind, round: this.#round, from, call, id, place };
    const span: ReadSpan = { ...began, to: null, firstAt: null, holds: [], isFailed: false };
    this.#spans.push(span);
    this.#open.push(span);
    this.#isToldAll = false;
  }

  /** The first piece of an answer: those that follow change nothing. */
  #answered(at: Timestamp): void {
    const request = this.#open.findLast(({ kind }) => kind === "request");
    if (request === undefined || request.firstAt !== null) return;
    request.firstAt = at;
    this.#isToldAll = false;
  }

  #end(kind: SpanKind, at: Timestamp, isFailed = false): void {
    const span = this.#open.findLast((one) => one.kind === kind);
    if (span !== undefined) this.#close(span, at, isFailed);
  }

  /** The answer that comes in stands still, where one does. */
  #hold(from: Timestamp): void {
    this.#open.findLast(({ kind }) => kind === "request")?.holds.push({ from, to: null });
  }

  #release(at: Timestamp): void {
    this.#open.forEach((span) => release(span, at));
  }

  #endCall(id: CallId, at: Timestamp, isFailed: boolean): void {
    const key = callKey(this.#scope, id);
    const span = this.#open.findLast(({ kind, call }) => kind === "call" && call === key);
    if (span !== undefined) this.#close(span, at, isFailed);
  }

  #endAll(at: Timestamp): void {
    for (const span of this.#open) this.#close(span, at, false);
  }

  #close(span: ReadSpan, at: Timestamp, isFailed: boolean): void {
    release(span, at);
    Object.assign(span, { to: at, isFailed });
    this.#open = this.#open.filter((one) => one !== span);
    this.#isToldAll = false;
  }
}

function release({ holds }: ReadSpan, at: Timestamp): void {
  const held = holds.at(-1);
  if (held?.to === null) held.to = at;
}

function callOf({ place }: Pause): CallId | null {
  return "call" in place ? place.call : null;
}

/** Spans with what they are called now: a call may have become another since. */
export function titled(spans: readonly ReadSpan[], timeline: Timeline): Span[] {
  return spans.map(({ id, place, ...span }) => ({
    ...span,
    title: titleOf({ ...span, id, place }, timeline),
  }));
}

function titleOf(span: ReadSpan, timeline: Timeline): string {
  const { round } = span;
  switch (span.kind) {
    case "selection":
      return say("Choosing functions");
    case "request":
      return say("Request {round}", { round });
    case "call":
      return callTitle(span, timeline);
    case "wait":
      return waitTitle(span, timeline);
  }
}

function callTitle({ call, id }: ReadSpan, timeline: Timeline): string {
  const state = call === null ? undefined : timeline.calls.of(call);
  return state === undefined ? (id ?? "") : calledTitle(state.function);
}

function waitTitle(span: ReadSpan, timeline: Timeline): string {
  const { round } = span;
  const title = callTitle(span, timeline);
  switch (span.place) {
    case "beforeCall":
      return say("Waiting for you before {title}", { title });
    case "afterCall":
      return say("Waiting for you after {title}", { title });
    case "beforeRequest":
      return say("Waiting for you before request {round}", { round });
    case "duringAnswer":
      return say("Waiting for you during answer {round}", { round });
    case "afterResponse":
    case null:
      return say("Waiting for you after response {round}", { round });
  }
}
