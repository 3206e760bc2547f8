import { say } from "$language/say";
import type { LogEntry, Note } from "$contract";
import { clip, oneLine } from "$content/summary";

type Entry = LogEntry<Note>;

const LONGEST = 200;

/**
 * One line of the log as the inspector shows it. Pieces of one item that came in a row share a line. It is watched by
 * itself, so that a piece more is drawn where it is seen and the list stays as it is.
 */
export class EventRow {
  readonly seq: number;
  readonly at: number;
  readonly name: string;
  readonly #entries: Entry[];
  #pieces = $state(1);

  constructor(first: Entry) {
    this.seq = first.seq;
    this.at = first.at;
    this.name = nameOf(first);
    this.#entries = [first];
  }

  get pieces(): number {
    return this.#pieces;
  }

  /** What it stands for: one entry, or all the pieces. */
  get content(): Entry | readonly Entry[] {
    const [first] = this.#entries;
    return this.#pieces === 1 && first !== undefined ? first : this.#entries;
  }

  /** What it brings, in one line. It is made for the rows that are seen only. */
  get text(): string {
    const [first] = this.#entries;
    if (this.#pieces > 1) return say("{count} pieces", { count: this.#pieces });
    return first === undefined ? "" : textOf(first);
  }

  /** Takes in one more piece. False if the entry begins a line of its own. */
  take(entry: Entry): boolean {
    if (!this.name.endsWith("Delta") || nameOf(entry) !== this.name) return false;
    this.#entries.push(entry);
    this.#pieces += 1;
    return true;
  }
}

function nameOf({ event }: Entry): string {
  if (event.type !== "noted") return event.type;
  return event.note.type === "turn" ? event.note.event.type : event.note.type;
}

/** What an event brings, without what its name says already. */
function textOf({ event }: Entry): string {
  const told = event.type !== "noted" ? event : event.note.type === "turn" ? event.note.event : event.note;
  const rest: Record<string, unknown> = Object.fromEntries(
    Object.entries(told).filter(([name]) => name !== "type"),
  );
  const values = Object.values(rest);
  const only = values.length === 1 ? values[0] : rest;
  if (values.length === 0) return "";
  return clip(oneLine(typeof only === "string" ? only : JSON.stringify(only)), LONGEST);
}
