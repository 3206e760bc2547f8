import type { QueuedFile } from "$sessions/importing/queue.svelte";

/** In pixels, as `QueueRow` is styled: a reason takes up to two lines, and advice one. */
export function rowHeight({ standing }: QueuedFile): number {
  return standing.is === "refused" ? 87 : 51;
}
