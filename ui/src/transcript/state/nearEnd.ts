import type { VListHandle } from "virtua/svelte";

/** Closer to the end than this counts as being there. */
export const NEAR = 48;

/** Only who was this far from the top comes back to it. */
export const FAR = 400;

export function isNearEnd(
  list: Pick<VListHandle, "getViewportSize" | "getScrollSize">,
  offset: number,
): boolean {
  return offset + list.getViewportSize() >= list.getScrollSize() - NEAR;
}
