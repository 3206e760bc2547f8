import type { Message, ModelId, SessionId } from "$contract";
import type { TurnState } from "$timeline/model";
import { answeringModel, type Round } from "$timeline/round";

/** Who an answer comes from: a model, and the participant who speaks with it, where one does. */
export type Speaker = {
  participant: string | null;
  /** The author of the answer. A replayed session answers as the model that was asked. */
  model: ModelId;
  /** The session that is replayed in place of the model. */
  replayed: SessionId | null;
};

/** An answer's speaker, and the one before on the same branch, where it was another. */
export type Spoken = { by: Speaker; before: Speaker | null };

/** Who wrote a message. Nothing, where no model did. */
export function authorOf({ author }: Message): Speaker | null {
  switch (author.type) {
    case "model":
      return author.model === "" ? null : { participant: null, model: author.model, replayed: null };
    case "participant":
      return { participant: author.name, model: author.model, replayed: null };
    case "person":
    case "application":
      return null;
  }
}

/** Who answers in a round: the model it asks, which a stop can change from the plan's, or what replaces that model. */
export function answererIn(turn: TurnState, round: Round): Speaker {
  const participant = turn.plan.speaker ?? null;
  const own = turn.plan.participants.find(({ name }) => name === participant)?.model;
  const asked = round.terms?.model ?? own ?? turn.plan.model;
  const replayed = round.replacedBy?.type === "session" ? round.replacedBy.session : null;
  return { participant, model: answeringModel(round, asked) ?? asked, replayed };
}

export function isSameSpeaker(one: Speaker, other: Speaker | null): boolean {
  if (other === null) return false;
  const { participant, model, replayed } = one;
  return participant === other.participant && model === other.model && replayed === other.replayed;
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
