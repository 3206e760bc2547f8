import type {
  Breakpoint,
  BreakpointId,
  FunctionSettings,
  ItemKind,
  MessageId,
  Notice,
  Pause,
  RequestAhead,
  Timestamp,
  Trial,
  TurnId,
  TurnOutcome,
  TurnPlan,
  Usage,
} from "$contract";
import { Calls } from "$timeline/callStates.svelte";
import type { Cut } from "$timeline/cuts";
import type { Marks } from "$timeline/marks";
import type { PastStop } from "$timeline/stops";
import type { Round } from "$timeline/round";
import { Said } from "$timeline/said.svelte";
import { nothingSpent, type Spent } from "$timeline/turnTime";
import { NO_USAGE } from "$content/usage";

export {
  callKey,
  type CallKey,
  type CallState,
  newCall,
  NOT_RUN,
  type Ran,
} from "$timeline/callStates.svelte";
export { answeringModel, isPaid, newRound, type Round } from "$timeline/round";
export { MessageNode } from "$timeline/said.svelte";

/** Everything a session's log says, ready to be shown. */
export type Timeline = {
  /** The number of the last entry taken in. */
  seq: number;
  changedAt: Timestamp | null;
  title: string;
  /** Those that a person gave the session. */
  tags: string[];
  /** How the next turns will run. */
  plan: TurnPlan | null;
  /** How functions are used, where that was ever changed. */
  functions: FunctionSettings | null;
  messages: Said;
  head: MessageId | null;
  calls: Calls;
  turns: Record<TurnId, TurnState>;
  turnOrder: TurnId[];
  /** What the running request has given so far. */
  draft: DraftItem[];
  /** The answers that ended early. */
  cuts: ReadonlyMap<MessageId, Cut>;
  /** What a person put beside the messages. */
  marks: ReadonlyMap<MessageId, Marks>;
  /** Requests that were sent by hand, and what came of them. */
  trials: Trial[];
  gaps: Gap[];
};

/** An entry that can't be read, and the message it stands behind. */
export type Gap = { seq: number; reason: Notice; after: MessageId | null };

export type DraftItem = { index: number; kind: ItemKind; scope: string; text: string };

export type TurnState = {
  id: TurnId;
  plan: TurnPlan;
  after: MessageId | null;
  beganAt: Timestamp;
  endedAt: Timestamp | null;
  /** What took its time: the model, the functions, or the person. */
  spent: Spent;
  rounds: Round[];
  pause: Pause | null;
  isPauseRequested: boolean;
  stops: PastStop[];
  /** The request it stands before. */
  request: RequestAhead | null;
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
    tags: [],
    plan: null,
    functions: null,
    messages: new Said(),
    head: null,
    calls: new Calls(),
    turns: {},
    turnOrder: [],
    draft: [],
    cuts: new Map(),
    marks: new Map(),
    trials: [],
    gaps: [],
  };
}

export function newTurn(id: TurnId, at: Timestamp, after: MessageId | null, plan: TurnPlan): TurnState {
  return {
    id,
    plan,
    after,
    beganAt: at,
    endedAt: null,
    spent: nothingSpent(at),
    rounds: [],
    pause: null,
    isPauseRequested: false,
    stops: [],
    request: null,
    lastMessage: null,
    usage: NO_USAGE,
    outcome: null,
    hits: {},
  };
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

/** The breakpoints that hold now: those of the turn under way, else those of the next turn. */
export function breakpointsOf(timeline: Timeline, plan: TurnPlan | null): Breakpoint[] {
  return openTurn(timeline)?.plan.breakpoints ?? plan?.breakpoints ?? [];
}
