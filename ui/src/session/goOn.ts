import { say } from "$language/say";
import type { SessionState } from "$session/session.svelte";
import { turnObstacle } from "$timeline/status";

/** Why nothing can be run in a session now. Where a program runs its loop, the person goes on in a fork. */
export function goOnObstacle({ plan, phase }: Pick<SessionState, "plan" | "phase">): string | null {
  const isRunOutside = plan?.program !== undefined;
  return isRunOutside
    ? say("This conversation is a program’s. Fork it to go on yourself.")
    : turnObstacle(phase);
}
