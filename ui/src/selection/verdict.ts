import { say } from "$language/say";
import type { Signal, Verdict, ViewKind } from "$contract";

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
    case "listed":
      return say("chosen");
    case "kept":
      return say("still offered");
    case "belowThreshold":
      return say("below threshold");
    case "notChosen":
      return say("not chosen");
    case "beyondLimit":
      return say("beyond limit");
    case "noMatch":
      return say("no match");
  }
}

/** What a signal is called. */
export function signalText(signal: Signal): string {
  switch (signal) {
    case "words":
      return say("words");
    case "meaning":
      return say("meaning");
    case "clause":
      return say("clause");
  }
}

/** What a text is that functions are ranked against. */
export function viewText(kind: ViewKind): string {
  switch (kind) {
    case "last":
      return say("Last request");
    case "recent":
      return say("Recent messages combined");
    case "clause":
      return say("One part of the request");
  }
}
