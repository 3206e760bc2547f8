import { count, say } from "$language/say";
import type { CaseStandIn } from "$contract";

/** What answers a function in each run of a case. */
export function standInWords(name: string, standIn: CaseStandIn): string {
  if (standIn === "recorded") {
    return say("Recordings answer {function}, and frozen results where there is none.", { function: name });
  }
  if ("template" in standIn) return say("A template answers {function}.", { function: name });
  return say("{answers} answer {function}, one after the other.", {
    answers: count(standIn.sequence.answers.length, "fixed answer", "fixed answers"),
    function: name,
  });
}
