import type { CallId, LogEntry, Note, Pause, PausePlace, Timestamp, TurnEvent } from "$contract";
import { callKey, type TurnState } from "$timeline/model";
import type { Hold, Span, SpanKind } from "$inspector/waterfall";

type Entry = LogEntry<Note>;

/** Where a person is waited for: at a stop, or because a function that runs asks them something. */
type WaitPlace = PausePlace["type"] | "duringCall";

/** A span as the log tells it: the call it is about by its id, and where a person was waited for. */
export type ReadSpan = Omit<Span, "title" | "holds"> & {
  holds: Hold[];
  id: CallId | null;
  place: WaitPlace | null;
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
        this.#endQuestion(event.call, at);
        this.#endCall(event.call, at, event.outcome.type !== "returned");
        return;
      case "personAsked":
        this.#begin("wait", at, event.call, "duringCall");
        this.#callOf(event.call)?.holds.push({ from: at, to: null });
        return;
      case "personAnswered":
        this.#endQuestion(event.call, at);
        return;
      case "paused":
        // What was under way when the application died is told as a stop, and nobody knows how far it came.
        if (event.pause.reason === "interrupted") this.#endAll(at);
        this.#begin("wait", at, callOf(event.pause), event.pause.place.type);
        if (event.pause.place.type === "duringAnswer") this.#hold(at);
        return;
      case "answered":
        if (event.effect.stays === true) return;
        this.#endStop(at);
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

  #begin(kind: SpanKind, from: Timestamp, id: CallId | null = null, place: WaitPlace | null = null): void {
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

  #endStop(at: Timestamp): void {
    const stop = this.#open.findLast(({ kind, place }) => kind === "wait" && place !== "duringCall");
    if (stop !== undefined) this.#close(stop, at, false);
    for (const span of this.#open) if (span.kind === "request") release(span, at);
  }

  /** The person answers what a call asked, or the call ends without. */
  #endQuestion(id: CallId, at: Timestamp): void {
    const key = callKey(this.#scope, id);
    const question = this.#open.findLast(({ place, call }) => place === "duringCall" && call === key);
    if (question === undefined) return;
    this.#close(question, at, false);
    const asking = this.#callOf(id);
    if (asking !== undefined) release(asking, at);
  }

  #endCall(id: CallId, at: Timestamp, isFailed: boolean): void {
    const span = this.#callOf(id);
    if (span !== undefined) this.#close(span, at, isFailed);
  }

  /** A call that is under way. */
  #callOf(id: CallId): ReadSpan | undefined {
    const key = callKey(this.#scope, id);
    return this.#open.findLast(({ kind, call }) => kind === "call" && call === key);
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
