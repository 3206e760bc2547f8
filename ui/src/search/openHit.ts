import type { Hit } from "$contract";
import type { SessionContext } from "$session/context";

/** Opens the session of a hit and takes the transcript there. */
export function openHit(hit: Hit, { app, jump }: SessionContext): void {
  jump.to(hit);
  app.open(hit.session);
}
