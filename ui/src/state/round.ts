import type {
  ExchangeId,
  FilterPassage,
  FunctionName,
  RequestTerms,
  Selection,
  StopReason,
  Timestamp,
  TurnFinding,
  Usage,
} from "$contract";

/** One request of a turn and what came of it. */
export type Round = {
  number: number;
  /** Where its calls are. Those that an earlier turn left open are where they were asked for. */
  scope: string;
  selection: Selection | null;
  offered: FunctionName[] | null;
  /** More than one, where a request was cut off and sent again. */
  exchanges: ExchangeId[];
  requestedAt: Timestamp | null;
  respondedAt: Timestamp | null;
  usage: Usage | null;
  /** Why the model stopped speaking, where its service says so. */
  stop: StopReason | null;
  terms: RequestTerms | null;
  /** Why the last request gave no answer. */
  failed: { message: string; advice: string } | null;
  passages: FilterPassage[];
  noticed: TurnFinding[];
};

export function newRound(number: number, scope: string): Round {
  return {
    number,
    scope,
    selection: null,
    offered: null,
    exchanges: [],
    requestedAt: null,
    respondedAt: null,
    usage: null,
    stop: null,
    terms: null,
    failed: null,
    passages: [],
    noticed: [],
  };
}
