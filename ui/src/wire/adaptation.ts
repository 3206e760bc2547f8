import { say } from "$language/say";
import type { AdaptationKind } from "$contract";

/** What became of a part of a history in a request, in a word or two. */
export const ADAPTED: Record<AdaptationKind, string> = {
  leftOut: say("left out"),
  dropped: say("discarded"),
  added: say("added"),
  rewritten: say("rewritten"),
};
