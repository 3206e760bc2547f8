import { wholeNumber } from "$language/number";
import { say } from "$language/say";
import type { CaseStandIn } from "$contract";

/** What answers a function in each run of a case. */
export function standInWords(name: string, standIn: CaseStandIn): string {
  if (standIn === "recorded") {
    return say("Recordings answer {function}, and frozen results where there is none.", { function: name });
  }
  if ("template" in standIn) return say("A template answers {function}.", { function: name });
  const { length } = standIn.sequence.answers;
  if (length === 1) return say("The same fixed answer answers {function} each time.", { function: name });
  return say("{number} fixed answers answer {function}, one after the other.", {
    number: wholeNumber(length),
    function: name,
  });
}
