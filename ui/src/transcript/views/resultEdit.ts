import type { Message } from "$contract";
import { withStopAt } from "$breakpoints/breakpoints";
import { outcomeOf } from "$calls/calls";
import { calledName } from "$content/naming";
import type { SessionState } from "$session/session.svelte";
import type { CallState } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** Opens the result of a finished call for editing. Nothing, where the session is busy or the result is not here. */
export function resultEdit(call: CallState, session: SessionState): (() => void) | null {
  const { looking, phase } = session;
  // What is only looked at has to be gone to first.
  if (phase !== "idle" || looking.timeline !== null || call.largeResult !== null) return null;
  if (call.result === null || call.call?.origin === "informational") return null;
  return () => void editResult(call, session);
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
