import { say } from "$language/say";
import type { QueueSum } from "$sessions/importing/queue.svelte";

/** A queue in a line: how far it is, and once it is over, which ends its files came to. */
export function queueTitle(sum: QueueSum): string {
  const { all, imported, refused, cancelled, open } = sum;
  if (open > 0) return say("Files done: {done} of {all}", { done: all - open, all });
  const ends = [
    imported > 0 && say("{number} imported", { number: imported }),
    refused > 0 && say("{number} refused", { number: refused }),
    cancelled > 0 && say("{number} cancelled", { number: cancelled }),
  ];
  return ends.filter((end) => end !== false).join(" · ");
}
