import { say } from "$language/say";
import type { CutBy, CutCall, MessageId, TurnEvent } from "$contract";
import type { Timeline, TurnState } from "$timeline/model";
import { addUsage } from "$content/usage";

/** That an answer ended early: what ended it, and its calls, which never run. */
export type Cut = { by: CutBy; calls: CutCall[] };

type AnswerCut = Extract<TurnEvent, { type: "answerCut" }>;

/** Marks the message with what a cut answer had said. */
export function noteCut(timeline: Timeline, { by, message, calls }: AnswerCut): void {
  if (message !== null) timeline.cuts = new Map(timeline.cuts).set(message, { by, calls });
}

/** What a cut answer means to its turn. One that had said nothing is marked at its round. */
export function noteCutIn(timeline: Timeline, turn: TurnState, cut: AnswerCut): void {
  turn.usage = addUsage(turn.usage, cut.usage);
  if (cut.message !== null) return;
  timeline.draft = [];
  const round = turn.rounds.at(-1);
  if (round !== undefined) round.cut = { by: cut.by, calls: cut.calls };
}

/** The mark of the answer that is said last, where it ended early. */
export function cutAtHead(timeline: Timeline): MessageId | null {
  return timeline.head !== null && timeline.cuts.has(timeline.head) ? timeline.head : null;
}

/** What ended an answer, in a sentence. */
export function cutText(by: CutBy): string {
  switch (by) {
    case "person":
      return say("You stopped the answer here.");
    case "connection":
      return say("The connection broke here, or the service failed.");
    case "timeLimit":
      return say("The time of the turn was up here.");
    case "tokenLimit":
      return say("The limit of tokens was reached here.");
    case "filter":
      return say("The service’s filter cut the answer off here.");
    case "application":
      return say("The application ended here. What came in last may be missing.");
  }
}
