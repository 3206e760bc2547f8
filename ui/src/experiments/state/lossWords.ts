import { say } from "$language/say";
import type { DraftLoss } from "$contract";

/** What a case does not have of the moment it was made of. */
export function lossWords(loss: DraftLoss): string {
  switch (loss.type) {
    case "answer":
      return say("The words of the answer are not compared: something has to be said.");
    case "order":
      return say("Some calls were made at once, so all of them may come in any order.");
    case "result":
      return say("A call was made twice with different results. The first one is kept.");
    case "content":
      return say("Pictures and files of the conversation are not kept.");
    case "definition":
      return say("{function} is not here any more. It is kept without its schema.", {
        function: loss.function,
      });
    case "standIns":
      return say("A stand-in that no run can have is not kept: the results of this turn answer.");
    case "choice":
      return say("The function choice is not kept: the model may call or speak. A run can vary it.");
    case "guidance":
      return say("Guidance is not kept: a model is led as much as it needs. A run can vary it.");
    case "selection":
      return say("Requests of the turn offered different functions. Here each offers all of them.");
    case "names":
      return say(
        "The style and the repair of names are not kept: names have to be exact. A run can vary it.",
      );
    case "behaviour":
      return say("Behaviour, filters and limits are not kept, except the limit of rounds.");
  }
}
