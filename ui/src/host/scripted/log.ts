import type { InstructionsVersion, LogEntry, LogWindow, MessageId, Note } from "$contract";

/** What holds on from before, as far as recordings have it. */
const LASTING = [
  "created",
  "renamed",
  "tagged",
  "branchNamed",
  "messageRemarked",
  "messagePinned",
  "messageUnpinned",
];

/** A part of a recorded log. It is cut where it is asked for, so a recording with turns is not to be cut in one. */
export function windowOf(log: LogEntry<Note>[], to: number, most: number): LogWindow<Note> {
  const from = Math.max(0, to - most);
  const lasts = ({ event }: LogEntry<Note>): boolean =>
    LASTING.includes(event.type) || (event.type === "noted" && event.note.type === "configured");
  const before = log.slice(0, from).filter(lasts);
  return structuredClone({ from, to, before, entries: log.slice(from, to), head: headOf(log) });
}

function headOf(log: LogEntry<Note>[]): MessageId | null {
  const last = log.findLast(({ event }) => event.type === "messageAdded" || event.type === "headMoved");
  if (last?.event.type === "messageAdded") return last.event.message.id;
  return last?.event.type === "headMoved" ? last.event.head : null;
}

/** The instructions of the plans a log has, as far as each differs from the one before. */
export function versionsIn(entries: LogEntry<Note>[]): InstructionsVersion[] {
  const all = entries.flatMap(({ at, event }) =>
    event.type === "noted" && event.note.type === "configured"
      ? [{ at, instructions: event.note.plan.instructions ?? null }]
      : [],
  );
  return all.filter(
    ({ instructions }, at) =>
      JSON.stringify(instructions) !== JSON.stringify(all[at - 1]?.instructions ?? null),
  );
}
