import type { Hit } from "$contract";
import type { WindowState } from "$frame/context";

/** Opens the session of a hit and takes the transcript there. */
export function openHit(hit: Hit, { app, jump }: WindowState): void {
  jump.to(hit);
  app.open(hit.session);
}
