import type { Message, MessageId, RequestSource, TurnId } from "$contract";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { PauseEdit } from "$stops/state/pauseEdit.svelte";

/** The request that follows a stop, with what a person has written there. Nothing, where an answer can't be used yet. */
export function afterStop(turn: TurnId, edit: PauseEdit): RequestSource | null {
  const isBefore = edit.pause.place.type === "beforeRequest";
  // An answer by hand takes the place of the request.
  if (edit.written?.isOpen === true) return null;
  if (!edit.isChanged) return isBefore ? { type: "ahead", turn } : null;
  const answered = edit.answer();
  if (answered === null) return null;
  const { decision, others = [] } = answered;
  return {
    type: "ahead",
    turn,
    answer: {
      pause: edit.pause.number,
      decision,
      pace: "run",
      ...(others.length === 0 ? {} : { others }),
    },
  };
}

/** What that request is made from, as far as it is there. */
export function messagesAhead(timeline: Timeline, edit: PauseEdit): readonly Message[] {
  return edit.request?.now.messages ?? pathTo(timeline, timeline.head).map(({ message }) => message);
}

/** The message before the first one that an edit changes: a call's own, or the first that is not as it was sent. */
export function beforeEdit(timeline: Timeline, edit: PauseEdit): MessageId | null {
  const path = pathTo(timeline, timeline.head).map(({ message }) => message);
  if (edit.request === null) return path.findLast(({ role }) => role === "assistant")?.parent ?? null;
  const { messages } = edit.request.now;
  const changed = path.findIndex(
    (message, place) => JSON.stringify(message) !== JSON.stringify(messages[place]),
  );
  return path[changed]?.parent ?? null;
}
