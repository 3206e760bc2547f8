import type { Message } from "$contract";
import type { Action } from "$state/actions";
import { marksOf } from "$state/marks";
import type { SessionState } from "$state/session.svelte";

/** What a person can put beside a message. It changes nothing that was said, so it can be done at any time. */
export function markActions({ id }: Message, { marks, timeline }: SessionState): Action[] {
  const { name, note, isPinned } = marksOf(timeline, id);
  return [
    {
      id: "pin",
      title: isPinned ? "Take the pin off" : "Pin",
      obstacle: null,
      run: () => void (isPinned ? marks.unpin(id) : marks.pin(id)),
    },
    {
      id: "note",
      title: note === null ? "Write a note…" : "Change the note…",
      note: "For you. No model is told",
      obstacle: null,
      run: () => marks.beginNote(id),
    },
    {
      id: "name",
      title: name === null ? "Name this branch…" : "Rename this branch…",
      note: "From this message on",
      obstacle: null,
      run: () => marks.beginName(id),
    },
  ];
}
