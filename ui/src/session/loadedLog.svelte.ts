import { tick } from "svelte";
import type { CommandError, LogEntry, LogWindow, MessageId, Note, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";
import { Entries } from "$session/entries.svelte";
import { emptyTimeline, type Timeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

/** Entries that are read at once when a log is opened that is longer. */
export const TAIL = 500;

/** Entries that are read at once of what comes before: few for somebody who scrolls, many for who jumps far back. */
export const STEP = 200;
export const LEAP = 2_000;

/** Where a log is read, and who is told if it can't be. */
type From = { host: Host; session: SessionId; report: (error: CommandError) => void };

/** The part of a session's log the page has: its end, and as much before it as somebody looked at. */
export class LoadedLog {
  /** How many entries come before the first one that is here. */
  readonly earlier = $derived.by(() => this.#earlier);

  readonly isLoading = $derived.by(() => this.#loading !== null);
  /** The entries themselves, kept as they came. */
  readonly entries = new Entries();

  #earlier = $state(0);
  #loading = $state.raw<Promise<boolean> | null>(null);
  #before: LogEntry<Note>[] = [];

  /** Takes in the end of a log. What was there before is the same log, and goes. */
  open({ from, to, before, entries, head }: LogWindow<Note>): Timeline {
    this.#earlier = from;
    this.#before = before;
    this.entries.replace(entries);
    return this.#timeline(to, head);
  }

  /** Reads what comes before what is here, once however often it is asked for. Tells whether there was something. */
  async goBack({ host, session, report }: From, timeline: Timeline, most: number): Promise<boolean> {
    if (this.#earlier === 0) return false;
    this.#loading ??= this.#read({ host, session, report }, timeline, most);
    return this.#loading;
  }

  async #read({ host, session, report }: From, timeline: Timeline, most: number): Promise<boolean> {
    try {
      const window = await host.call("log_read", { session, to: this.#earlier, most });
      Object.assign(timeline, this.#prepend(window, timeline));
      await tick();
      return true;
    } catch (error) {
      report(asHostError(error));
      return false;
    } finally {
      this.#loading = null;
    }
  }

  /** Takes in what comes before what is there. The rest stays as it is. */
  #prepend(window: LogWindow<Note>, { seq, head }: Timeline): Timeline {
    this.#earlier = window.from;
    this.#before = window.before;
    this.entries.replace([...window.entries, ...this.entries.all]);
    return this.#timeline(seq, head);
  }

  /** Whether a message is here with everything that was said after it. */
  has(message: MessageId): boolean {
    return this.entries.all.some(
      ({ event }) => event.type === "messageAdded" && event.message.id === message,
    );
  }

  /** Everything from the beginning, since what comes first decides how the rest is understood. */
  #timeline(to: number, head: MessageId | null): Timeline {
    const timeline = emptyTimeline();
    for (const entry of [...this.#before, ...this.entries.all]) {
      // Some entries are left out, so the numbers have gaps here and nowhere else.
      timeline.seq = entry.seq - 1;
      applyEntry(timeline, entry);
    }
    const { changedAt } = timeline;
    if (timeline.head !== head) {
      applyEntry(timeline, { seq: timeline.seq + 1, at: changedAt ?? 0, event: { type: "headMoved", head } });
    }
    timeline.seq = to;
    return timeline;
  }
}
