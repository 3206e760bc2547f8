import type { Message } from "$contract";
import type { SessionState } from "$session/session.svelte";
import type { CallState } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** Opens the result of a finished call for editing. Nothing, where the session is busy or the result is not here. */
export function resultEdit(call: CallState, session: SessionState): (() => void) | null {
  const { timeline, looking, phase } = session;
  // What is only looked at has to be gone to first.
  if (phase !== "idle" || looking.timeline !== null || call.largeResult !== null) return null;
  if (call.result === null || call.call?.origin === "informational") return null;
  return () => {
    const path = pathTo(timeline, timeline.head);
    const calling = path.find(({ scope, message }) => scope === call.scope && makes(message, call));
    if (calling !== undefined) void session.editResult(calling.message.id, call);
  };
}

function makes({ items }: Message, { id }: CallState): boolean {
  return items.some((item) => item.type === "functionCall" && item.call.id === id);
}
