import { say } from "$language/say";
import type { Message } from "$contract";
import { withStopAt } from "$breakpoints/breakpoints";
import { outcomeOf } from "$calls/calls";
import { calledName } from "$content/naming";
import type { Action } from "$shared/controls/actions";
import { goOnObstacle } from "$session/goOn";
import type { SessionState } from "$session/session.svelte";
import type { CallState } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** Opens the result of a finished call for editing, or says why not now. Nothing, where there is none to be edited. */
export function resultEdit(call: CallState, session: SessionState): Pick<Action, "obstacle" | "run"> | null {
  if (outcomeOf(call) === null || call.call?.origin === "informational") return null;
  const obstacle = obstacleTo(call, session);
  if (obstacle === null && call.result === null) return null;
  return { obstacle, run: () => void editResult(call, session) };
}

function obstacleTo(call: CallState, session: SessionState): string | null {
  if (call.largeResult !== null) return say("It is too large to be changed here.");
  if (session.looking.timeline !== null) return say("You look at another branch. Go on from here first.");
  return goOnObstacle(session);
}

/** The turn stops before the call in another branch, where its result is written. The function does not run. */
async function editResult(call: CallState, session: SessionState): Promise<void> {
  const { timeline, plan } = session;
  const path = pathTo(timeline, timeline.head);
  const calling = path.find(({ scope, message }) => scope === call.scope && makes(message, call));
  const outcome = outcomeOf(call);
  if (calling === undefined || outcome === null || plan === null) return;
  const from = { type: "call", message: calling.message.id, call: call.id } as const;
  const stopping = withStopAt(plan, calledName(call.function));
  await session.rerun(from, stopping, { call: call.id, outcome });
}

function makes({ items }: Message, { id }: CallState): boolean {
  return items.some((item) => item.type === "functionCall" && item.call.id === id);
}
