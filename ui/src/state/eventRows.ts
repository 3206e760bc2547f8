import { say } from "$language/say";
import type { LogEntry, Note } from "$contract";
import { clip, oneLine } from "$state/summary";

/** One line of the log as the inspector shows it. Pieces of one item that came in a row share a line. */
export type EventRow = { seq: number; at: number; name: string; entries: LogEntry<Note>[] };

const LONGEST = 200;

export function eventRows(entries: LogEntry<Note>[]): EventRow[] {
  const rows: EventRow[] = [];
  for (const entry of entries) {
    const name = nameOf(entry);
    const last = rows.at(-1);
    if (name.endsWith("Delta") && last?.name === name) {
      last.entries.push(entry);
    } else {
      rows.push({ seq: entry.seq, at: entry.at, name, entries: [entry] });
    }
  }
  return rows;
}

function nameOf({ event }: LogEntry<Note>): string {
  if (event.type !== "noted") return event.type;
  return event.note.type === "turn" ? event.note.event.type : event.note.type;
}

/** What a row brings, in one line. It is made for the rows that are seen only. */
export function rowText({ entries }: EventRow): string {
  const [first] = entries;
  if (entries.length > 1) return say("{count} pieces", { count: entries.length });
  return first === undefined ? "" : textOf(first);
}

/** What an event brings, without what its name says already. */
function textOf({ event }: LogEntry<Note>): string {
  const told = event.type !== "noted" ? event : event.note.type === "turn" ? event.note.event : event.note;
  const rest: Record<string, unknown> = Object.fromEntries(
    Object.entries(told).filter(([name]) => name !== "type"),
  );
  const values = Object.values(rest);
  const only = values.length === 1 ? values[0] : rest;
  if (values.length === 0) return "";
  return clip(oneLine(typeof only === "string" ? only : JSON.stringify(only)), LONGEST);
}
