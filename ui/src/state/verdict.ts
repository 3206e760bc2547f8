import type { Signal, Verdict, ViewKind } from "$contract";

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
    case "listed":
      return "chosen";
    case "kept":
      return "kept";
    case "belowThreshold":
      return "below threshold";
    case "notChosen":
      return "not chosen";
    case "beyondLimit":
      return "beyond limit";
    case "noMatch":
      return "no match";
  }
}

/** What a signal is called. */
export function signalText(signal: Signal): string {
  switch (signal) {
    case "words":
      return "words";
    case "meaning":
      return "meaning";
    case "clause":
      return "clause";
  }
}

/** What a text is that functions are ranked against. */
export function viewText(kind: ViewKind): string {
  switch (kind) {
    case "last":
      return "Last request";
    case "recent":
      return "Last messages together";
    case "clause":
      return "One thing it asks for";
  }
}
