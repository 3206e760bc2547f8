import type { LargeValue } from "$contract";

/** What of an item of a message is shown in part: of two readings of the same thing the one a person wrote. */
export function largeOfItem(large: LargeValue[], index: number): LargeValue | null {
  const here = large.filter(({ place }) => place.startsWith(`/message/items/${index}/`));
  return here.find(({ place }) => place.endsWith("/raw")) ?? here[0] ?? null;
}

/** What of the outcome a turn tells of is shown in part. */
export function largeOfOutcome(large: LargeValue[]): LargeValue | null {
  return large.find(({ place }) => place.includes("/outcome/")) ?? null;
}
