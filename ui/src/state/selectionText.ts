import type { Selection } from "$contract";
import { isOffered } from "$state/plan";
import { count } from "$state/summary";

/** The line between what was offered and what was not: how many, where the cut is, what it saves. */
export function cutText(selection: Selection): string {
  const offered = selection.candidates.filter(({ verdict }) => isOffered(verdict)).length;
  const { threshold } = selection.ranking;
  const saved = selection.consideredTokens - selection.offeredTokens;
  const parts = [
    offered === 0 ? "Nothing is offered" : `${count(offered, "function", "functions")} offered`,
    `limit ${selection.limit}`,
  ];
  if (threshold !== undefined) parts.push(`from ${threshold.toFixed(2)} on`);
  if (saved > 0) parts.push(`saves about ${saved.toLocaleString("en")} tokens`);
  return parts.join(" · ");
}

/** A part of one as a percentage with one digit. */
export function percent(part: number): string {
  return (part * 100).toFixed(1);
}
