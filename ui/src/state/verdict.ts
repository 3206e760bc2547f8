import { say } from "$language/say";
import type { Verdict } from "$contract";

/** Why a function was offered or not, in two words. */
export function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case "pinned":
      return say("pinned");
    case "usedBefore":
      return say("used before");
    case "ranked":
      return say("ranked");
    case "roomForAll":
      return say("room for all");
    case "beyondLimit":
      return say("beyond limit");
    case "noMatch":
      return say("no match");
  }
}
