import { say } from "$language/say";
import { told } from "$language/told";
import type { Ask } from "$contract";
import { assertNever } from "$shared/assertNever";

/** Why a person is asked before a function runs. */
export function askText(ask: Ask): string {
  switch (ask.type) {
    case "nameRepair":
      return say("the name was taken for another");
    case "consent":
      return ask.to.map(told).join(say("; "));
    case "result":
      return ask.because === null ? say("a stand-in wants you to write the result") : told(ask.because);
    default:
      return assertNever(ask);
  }
}
