import type { Message, ModelId } from "$contract";
import type { TurnState } from "$timeline/model";
import type { Round } from "$timeline/round";

/** Who an answer comes from: a model, and the participant who speaks with it, where one does. */
export type Speaker = { participant: string | null; model: ModelId };

/** An answer's speaker, and the one before on the same branch, where it was another. */
export type Spoken = { by: Speaker; before: Speaker | null };

/** Who wrote a message. Nothing, where no model did. */
export function authorOf({ author }: Message): Speaker | null {
  switch (author.type) {
    case "model":
      return author.model === "" ? null : { participant: null, model: author.model };
    case "participant":
      return { participant: author.name, model: author.model };
    case "person":
    case "application":
      return null;
  }
}

/** Who is asked in a round. A change at a stop can ask another model than the plan says. */
export function askedIn(turn: TurnState, round: Round): Speaker {
  const participant = turn.plan.speaker ?? null;
  const own = turn.plan.participants.find(({ name }) => name === participant)?.model;
  return { participant, model: round.terms?.model ?? own ?? turn.plan.model };
}

export function isSameSpeaker(one: Speaker, other: Speaker | null): boolean {
  return other !== null && one.model === other.model && one.participant === other.participant;
}

/** Follows a branch from its beginning, and tells at each answer whether somebody else speaks now. */
export class SpeakerTrail {
  #last: Speaker | null = null;

  next(by: Speaker): Spoken {
    const before = this.#last === null || isSameSpeaker(by, this.#last) ? null : this.#last;
    this.#last = by;
    return { by, before };
  }

  /** The same for an answer without a round, which is told only where its speaker is news. */
  news(by: Speaker | null): Spoken | null {
    if (by === null || isSameSpeaker(by, this.#last)) return null;
    return this.next(by);
  }
}
