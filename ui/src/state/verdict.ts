import type { Verdict } from "$contract";

/** Why a function was offered or not, in two words. */
export function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case "pinned":
      return "pinned";
    case "usedBefore":
      return "used before";
    case "ranked":
      return "ranked";
    case "roomForAll":
      return "room for all";
    case "beyondLimit":
      return "beyond limit";
    case "noMatch":
      return "no match";
  }
}
