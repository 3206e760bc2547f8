import { sentence } from "$language/told";
import type { QueuedFile } from "$sessions/importing/queue.svelte";

/** Letters in a line of a reason. One of Chinese is as wide as two. */
const LINE = 80;
const WIDE = /[\u2E80-\uFFFF]/gu;

/** In how many lines the reason of a refusal is drawn. A longer one is cut. */
export function reasonLines({ standing }: QueuedFile): 0 | 1 | 2 {
  if (standing.is !== "refused") return 0;
  const why = sentence(standing.error.message);
  return why.length + (why.match(WIDE)?.length ?? 0) > LINE ? 2 : 1;
}

/** In pixels, as `QueueRow` is styled: name and note, and the lines of a reason between them. */
export function rowHeight(file: QueuedFile): number {
  return 51 + reasonLines(file) * 18;
}
