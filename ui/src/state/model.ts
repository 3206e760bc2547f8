import type {
  BreakpointId,
  CallId,
  CalledFunction,
  Completer,
  FilterPassage,
  FunctionCall,
  FunctionResult,
  FunctionSettings,
  ItemKind,
  LargeValue,
  Message,
  MessageId,
  Origin,
  Outcome,
  Pause,
  Progress,
  Recorded,
  Resolution,
  Timestamp,
  Trial,
  TurnFinding,
  TurnId,
  TurnOutcome,
  TurnPlan,
  Usage,
} from "$contract";
import type { Marks } from "$state/marks";
import type { PastStop } from "$state/stops";
import type { Round } from "$state/round";
import { NO_USAGE } from "$state/usage";

export { newRound, type Round } from "$state/round";

/** Everything a session's log says, ready to be shown. */
export type Timeline = {
  /** The number of the last entry taken in. */
  seq: number;
  changedAt: Timestamp | null;
  title: string;
  /** How the next turns will run. */
  plan: TurnPlan | null;
  /** How functions are used, where that was ever changed. */
  functions: FunctionSettings | null;
  messages: Record<MessageId, MessageNode>;
  head: MessageId | null;
  calls: Record<CallKey, CallState>;
  turns: Record<TurnId, TurnState>;
  turnOrder: TurnId[];
  /** What the running request has given so far. */
  draft: DraftItem[];
  /** What a person put beside the messages. */
  marks: Record<MessageId, Marks>;
  /** Requests that were sent by hand, and what came of them. */
  trials: Trial[];
};

/**
 * Names one call in a session: where it was asked for, and its own id. Providers use the ids again in later turns,
 * so an id alone is not enough.
 */
export type CallKey = string;

/**
 * A message where it stands. It never changes, and as a class of its own nobody watches what is in it: a session of
 * thousands of messages would be slow if each of their parts were.
 */
export class MessageNode {
  readonly message: Message;
  readonly at: Timestamp;
  readonly turn: TurnId | null;
  /** The round it was said in, or the message itself where no turn said it. */
  readonly scope: string;
  /** What of the message is shown in part. */
  readonly large: LargeValue[];

  constructor({ message, at, turn, large }: Omit<MessageNode, "scope">, scope: string) {
    this.message = message;
    this.at = at;
    this.turn = turn;
    this.scope = scope;
    this.large = large;
  }
}

export type DraftItem = { index: number; kind: ItemKind; scope: string; text: string };

export type CallState = {
  id: CallId;
  scope: string;
  function: CalledFunction;
  /** Nothing as long as the model still writes it. */
  call: FunctionCall | null;
  /** What the model wrote, where a person wrote something else. */
  original: FunctionCall | null;
  resolution: Resolution | null;
  startedAt: Timestamp | null;
  /** Who answers in the function's place, once it runs. */
  standIn: Origin | null;
  endedAt: Timestamp | null;
  /** How the call itself ended. */
  ended: Outcome | null;
  /** What a person put in its place. */
  written: Written | null;
  /** What the model was told. */
  result: FunctionResult | null;
  /** What really came of it, where the model is told less, and where it comes from, if not from whoever ran it. */
  whole: Outcome | null;
  endedBy: Origin | null;
  /** The result an equal call had before. */
  recorded: Recorded | null;
  /** Who completed it in the place of its function. */
  handedTo: Completer | null;
  passages: FilterPassage[];
  noticed: TurnFinding[];
  /** What is shown in part, where something is. */
  largeArguments: LargeValue | null;
  largeResult: LargeValue | null;
  /** How it ran, while a version is shown in which it did not. */
  shelved: Ran | null;
  progress: Progress | null;
};

export type Ran = Pick<CallState, "startedAt" | "standIn" | "endedAt" | "ended" | "written">;

export const NOT_RUN: Ran = { startedAt: null, standIn: null, endedAt: null, ended: null, written: null };

export type Written = { outcome: Outcome; origin: Origin };

export type TurnState = {
  id: TurnId;
  plan: TurnPlan;
  after: MessageId | null;
  beganAt: Timestamp;
  endedAt: Timestamp | null;
  rounds: Round[];
  pause: Pause | null;
  isPauseRequested: boolean;
  stops: PastStop[];
  running: CallKey | null;
  lastMessage: MessageId | null;
  usage: Usage;
  outcome: TurnOutcome | null;
  hits: Record<BreakpointId, number>;
};

export function emptyTimeline(): Timeline {
  return {
    seq: 0,
    changedAt: null,
    title: "",
    plan: null,
    functions: null,
    messages: {},
    head: null,
    calls: {},
    turns: {},
    turnOrder: [],
    draft: [],
    marks: {},
    trials: [],
  };
}

export function newTurn(id: TurnId, at: Timestamp, after: MessageId | null, plan: TurnPlan): TurnState {
  return {
    id,
    plan,
    after,
    beganAt: at,
    endedAt: null,
    rounds: [],
    pause: null,
    isPauseRequested: false,
    stops: [],
    running: null,
    lastMessage: null,
    usage: NO_USAGE,
    outcome: null,
    hits: {},
  };
}

export function newCall(id: CallId, scope: string, called: CalledFunction): CallState {
  return {
    id,
    scope,
    function: called,
    call: null,
    original: null,
    resolution: null,
    ...NOT_RUN,
    result: null,
    whole: null,
    endedBy: null,
    recorded: null,
    handedTo: null,
    passages: [],
    noticed: [],
    largeArguments: null,
    largeResult: null,
    shelved: null,
    progress: null,
  };
}

export function callKey(scope: string, call: CallId): CallKey {
  return `${scope}/${call}`;
}

export function scopeOfRound(turn: TurnId, round: number): string {
  return `${turn}#${round}`;
}

/** Which round a scope means, if it means one. */
export function roundOf(timeline: Timeline, scope: string): { turn: TurnId; number: number } | null {
  const at = scope.lastIndexOf("#");
  const [turn, number] = [scope.slice(0, at), Number(scope.slice(at + 1))];
  return at < 0 || timeline.turns[turn] === undefined ? null : { turn, number };
}

/** The turn that began last, ended or not. */
export function latestTurn(timeline: Timeline): TurnState | null {
  const id = timeline.turnOrder.at(-1);
  return id === undefined ? null : (timeline.turns[id] ?? null);
}

/** The turn under way. */
export function openTurn(timeline: Timeline): TurnState | null {
  const turn = latestTurn(timeline);
  return turn === null || turn.outcome !== null ? null : turn;
}
