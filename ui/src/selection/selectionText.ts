import { count, say } from "$language/say";
import type { Selection } from "$contract";
import { isOffered } from "$plan/plan";
import { wholeNumber } from "$language/number";

/** The line between what was offered and what was not: how many, where the cut is, what it saves. */
export function cutText(selection: Selection): string {
  const offered = selection.candidates.filter(({ verdict }) => isOffered(verdict)).length;
  const { threshold } = selection.ranking;
  const saved = selection.consideredTokens - selection.offeredTokens;
  const parts = [
    offered === 0
      ? say("Nothing is offered")
      : say("{offered} of {all} offered", {
          offered: wholeNumber(offered),
          all: count(consideredIn(selection), "function", "functions"),
        }),
    say("limit {limit}", { limit: selection.limit }),
  ];
  if (threshold !== undefined) parts.push(say("threshold {threshold}", { threshold: threshold.toFixed(2) }));
  if (saved > 0) parts.push(say("saves about {saved} tokens", { saved: wholeNumber(saved) }));
  return parts.join(" · ");
}

/** How many functions there were to choose from. Of very many, not all are listed; older logs have the list alone. */
export function consideredIn({ considered, candidates }: Selection): number {
  return Math.max(considered, candidates.length);
}

/** A part of one as a percentage with one digit. */
export function percent(part: number): string {
  return (part * 100).toFixed(1);
}
