import type { Oddity } from "$contract";
import { wholeNumber } from "$language/number";
import { list, say } from "$language/say";

/** How a call came in, in a sentence for a person. */
export function oddityText(oddity: Oddity): string {
  switch (oddity.type) {
    case "noId":
      return say("The service gave this call no id. It has one of Callwright’s.");
    case "idInUse":
      return say("An earlier call already has the id {raw}, so a number was added to this one’s.", {
        raw: oddity.raw,
      });
    case "idTwice":
      return say(
        "Another call of the same answer came under the same id. Whether both run is a policy of the session.",
      );
    case "idChanged":
      return say("Pieces of this call came under other ids as well: {others}. The first counts.", {
        others: list(oddity.others),
      });
    case "argumentsUnclear":
      return say(
        "Arguments of several calls did not name their call. These were given to this call by their order.",
      );
    case "overtaken":
      return say("Another call began before this one was complete.");
    case "cutByLimit":
      return oddity.limit === undefined
        ? say("The answer reached its limit of tokens here, so this call may be cut off.")
        : say("The answer reached its limit of {limit} tokens here, so this call may be cut off.", {
            limit: wholeNumber(oddity.limit),
          });
    case "cutByFilter":
      return say("A filter of the service ended the answer here, so this call may be cut off.");
  }
}
