import type { LogEntry, Note } from "$contract";
import { EventRow } from "$session/eventRows.svelte";

type Entry = LogEntry<Note>;

/**
 * The entries of a log that are here, in their order. What comes after them is added to the same lists, so that one more
 * costs the same however many there are; where something comes before them, there are other lists.
 */
export class Entries {
  #all: Entry[] = [];
  /** How often something was added. That is watched, not each entry. */
  #additions = $state(0);
  #rows = $state<EventRow[]>([]);
  #last: EventRow | null = null;

  /** As they came. Who has read this list up to its end goes on from there. */
  get all(): readonly Entry[] {
    this.#watch();
    return this.#all;
  }

  /** The lines in which the inspector shows them. */
  get rows(): readonly EventRow[] {
    return this.#rows;
  }

  push(entry: Entry): void {
    this.#all.push(entry);
    this.#additions += 1;
    if (this.#last?.take(entry) === true) return;
    this.#last = new EventRow(entry);
    this.#rows.push(this.#last);
  }

  replace(entries: readonly Entry[]): void {
    const rows: EventRow[] = [];
    for (const entry of entries) if (rows.at(-1)?.take(entry) !== true) rows.push(new EventRow(entry));
    this.#all = [...entries];
    this.#additions += 1;
    this.#rows = rows;
    this.#last = rows.at(-1) ?? null;
  }

  #watch(): number {
    return this.#additions;
  }
}
