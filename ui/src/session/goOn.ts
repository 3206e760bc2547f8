import { say } from "$language/say";
import type { SessionState } from "$session/session.svelte";
import { turnObstacle } from "$timeline/status";

/**
 * Why a person can neither go on in a session nor change what was said there. Where a program runs the loop, they do so in
 * a fork. Elsewhere they wait for the turn.
 */
export function goOnObstacle({ plan, phase }: Pick<SessionState, "plan" | "phase">): string | null {
  const isRunOutside = plan?.program !== undefined;
  return isRunOutside
    ? say("This conversation is a program’s. Fork it to go on yourself.")
    : turnObstacle(phase);
}
