import { expect, it } from "vitest";
import type { LogEntry, Message, Note, SessionEvent } from "$contract";
import { emptyTimeline } from "$timeline/model";
import { rowsOf } from "$session/rows";
import { applyEntry } from "$timeline/timeline";
import { asWritten } from "$language/notices";

function message(id: string, parent: string | null, text: string): Message {
  const items: Message["items"] = [{ type: "text", text }];
  return { id, parent, role: "user", items, author: { type: "person" }, origin: "person" };
}

function rows(events: SessionEvent<Note>[]): string[] {
  const timeline = emptyTimeline();
  events.forEach((event, at) => {
    const entry: LogEntry<Note> = { seq: at + 1, at: 0, event };
    expect(applyEntry(timeline, entry)).toBe("applied");
  });
  return rowsOf(timeline).map((row) => {
    if (row.type === "gap") return `gap ${String(row.gap.seq)}`;
    return row.type === "person"
      ? row.node.message.items.map((item) => "text" in item && item.text).join()
      : row.type;
  });
}

it("shows a gap where an entry can't be read, and goes on behind it", () => {
  const added = (one: Message): SessionEvent<Note> => ({ type: "messageAdded", message: one, turn: null });
  expect(
    rows([
      { type: "unreadable", reason: asWritten("cut off"), message: null },
      added(message("a", null, "One")),
      { type: "unreadable", reason: asWritten("cut off"), message: message("b", "a", "(lost)") },
      added(message("c", "b", "Three")),
      { type: "unreadable", reason: asWritten("a newer kind"), message: null },
    ]),
  ).toEqual([
    "gap 1",
    "One",
    "(A message that can no longer be read stood here.)",
    "gap 3",
    "Three",
    "gap 5",
    "ask",
  ]);
});
