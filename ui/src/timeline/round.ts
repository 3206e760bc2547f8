import type {
  Adaptation,
  ExchangeId,
  FilterPassage,
  FunctionName,
  Limit,
  ModelId,
  Notice,
  Remedy,
  Replacement,
  RequestTerms,
  Selection,
  StopReason,
  Timestamp,
  TurnFinding,
  Usage,
} from "$contract";
import type { Cut } from "$timeline/cuts";
import { NO_TIME, type Times } from "$timeline/turnTime";

/** Why a request gave no answer, and what can be done about it. */
export type Failed = { message: Notice; advice: Notice | null; remedies?: Remedy[] };

/** One request of a turn and what came of it. */
export type Round = {
  number: number;
  /** Where its calls are. Those that an earlier turn left open are where they were asked for. */
  scope: string;
  selection: Selection | null;
  offered: FunctionName[] | null;
  /** The limit for which it asks for words, where it does. */
  forWords: Limit | null;
  /** More than one, where a request was cut off and sent again. */
  exchanges: ExchangeId[];
  requestedAt: Timestamp | null;
  respondedAt: Timestamp | null;
  /** How long the model took for the first piece of its answer, in milliseconds. */
  tookToFirst: number | null;
  /** When the latest piece came in, or a person let the answer go on. */
  latestAt: Timestamp | null;
  /** How long the model took for its answer, in milliseconds, without the time a person held it. */
  took: number | null;
  /** How its time was spent, until the next round began. */
  times: Times;
  usage: Usage | null;
  /** Why the model stopped speaking, where its service says so. */
  stop: StopReason | null;
  terms: RequestTerms | null;
  /** What answers its last request in place of the model that was asked. */
  replacedBy: Replacement | null;
  /** Why the last request gave no answer. */
  failed: Failed | null;
  /** That its answer ended before it had said anything. */
  cut: Cut | null;
  /** What the provider itself changed in the request before the model read it. */
  adapted: Adaptation[];
  passages: FilterPassage[];
  noticed: TurnFinding[];
};

export function newRound(number: number, scope: string): Round {
  return {
    number,
    scope,
    selection: null,
    offered: null,
    forWords: null,
    exchanges: [],
    requestedAt: null,
    respondedAt: null,
    tookToFirst: null,
    latestAt: null,
    took: null,
    times: NO_TIME,
    usage: null,
    stop: null,
    terms: null,
    replacedBy: null,
    failed: null,
    cut: null,
    adapted: [],
    passages: [],
    noticed: [],
  };
}

/** The model that answers a round: the one that was asked, or its replacement. Null where a session is replayed. */
export function answeringModel(
  { terms, replacedBy }: Pick<Round, "terms" | "replacedBy">,
  planned: ModelId | null,
): ModelId | null {
  switch (replacedBy?.type) {
    case "model":
      return replacedBy.model;
    case "session":
      return null;
    case undefined:
      return terms?.model ?? planned;
  }
}

/** Whether a provider counted tokens for a round. A replayed session repeats a usage that was paid for before. */
export function isPaid({ usage, replacedBy }: Pick<Round, "usage" | "replacedBy">): boolean {
  return usage !== null && replacedBy?.type !== "session";
}
