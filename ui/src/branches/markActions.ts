import { say } from "$language/say";
import type { Message } from "$contract";
import type { Action } from "$shared/controls/actions";
import { marksOf } from "$timeline/marks";
import type { SessionState } from "$session/session.svelte";

/** What a person can put beside a message. It changes nothing that was said, so it can be done at any time. */
export function markActions({ id }: Message, { marks, timeline }: SessionState): Action[] {
  const { name, note, isPinned } = marksOf(timeline, id);
  return [
    {
      id: "pin",
      title: isPinned ? say("Unpin") : say("Pin"),
      obstacle: null,
      run: () => void (isPinned ? marks.unpin(id) : marks.pin(id)),
    },
    {
      id: "note",
      title: note === null ? say("Write a note…") : say("Change the note…"),
      note: say("For you. No model is told"),
      obstacle: null,
      run: () => marks.beginNote(id),
    },
    {
      id: "name",
      title: name === null ? say("Name this branch…") : say("Rename this branch…"),
      note: say("From this message on"),
      obstacle: null,
      run: () => marks.beginName(id),
    },
  ];
}
