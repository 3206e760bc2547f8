import { say } from "$language/say";
import type { CommandError, ImportedSession } from "$contract";
import { asHostError, type Host } from "$host/host";
import { asWritten } from "$language/notices";
import { sendFile, type Sent } from "$sessions/importing/sending";

/** How one file of a queue stands. The last three are ends. */
type FileStanding =
  | { is: "waiting" }
  | { is: "running"; sent: Sent }
  | { is: "imported"; report: ImportedSession }
  | { is: "refused"; error: CommandError }
  | { is: "cancelled" };

export type QueuedFile = { readonly id: number; readonly name: string; readonly standing: FileStanding };

/** How many files of a queue came to which end, and how many have come to none. */
export type QueueSum = { all: number; imported: number; refused: number; cancelled: number; open: number };

type Entry = { id: number; file: File; standing: FileStanding; stopping: AbortController };

/** Files that come in one after another. Every file comes to an end of its own, whatever becomes of the others. */
export class ImportQueue {
  readonly files: readonly QueuedFile[] = $derived.by(() =>
    this.#entries.map(({ id, file, standing }) => ({ id, name: file.name, standing })),
  );
  readonly sum: QueueSum = $derived.by(() => sumOf(this.#entries));
  readonly isOver = $derived.by(() => this.sum.open === 0);

  readonly #host: Host;
  readonly #onImported: (imported: ImportedSession) => void;
  #entries = $state.raw<readonly Entry[]>([]);
  #count = 0;
  #running: Promise<void> | null = null;

  constructor(host: Host, onImported: (imported: ImportedSession) => void) {
    this.#host = host;
    this.#onImported = onImported;
  }

  /** Adds files behind those that wait. Resolves when all of them came to an end. */
  async add(files: readonly File[]): Promise<void> {
    const added = files.map((file): Entry => {
      this.#count += 1;
      return { id: this.#count, file, standing: { is: "waiting" }, stopping: new AbortController() };
    });
    this.#entries = [...this.#entries, ...added];
    this.#running ??= this.#run();
    await this.#running;
  }

  /** Cancels one file. What came in of it goes. */
  cancel(id: number): void {
    const entry = this.#entries.find((one) => one.id === id);
    if (entry === undefined || isEnd(entry.standing)) return;
    entry.stopping.abort();
    if (entry.standing.is === "waiting") this.#stand(id, { is: "cancelled" });
  }

  /** Cancels every file that has come to no end. */
  cancelAll(): void {
    for (const { id } of this.#entries) this.cancel(id);
  }

  /** Forgets the files that came to an end. */
  clear(): void {
    this.#entries = this.#entries.filter(({ standing }) => !isEnd(standing));
  }

  async #run(): Promise<void> {
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next())
        this.#stand(next.id, await this.#import(next));
    } finally {
      this.#running = null;
    }
  }

  #next(): Entry | undefined {
    return this.#entries.find(({ standing }) => standing.is === "waiting");
  }

  async #import({ id, file, stopping }: Entry): Promise<FileStanding> {
    const show = (sent: Sent): void => this.#stand(id, { is: "running", sent });
    show({ bytes: 0, of: file.size, messages: 0 });
    try {
      const report = await sendFile(this.#host, file, show, stopping.signal);
      this.#onImported(report);
      return { is: "imported", report };
    } catch (error) {
      if (stopping.signal.aborted) return { is: "cancelled" };
      return { is: "refused", error: advised(asHostError(error)) };
    }
  }

  #stand(id: number, standing: FileStanding): void {
    this.#entries = this.#entries.map((entry) => (entry.id === id ? { ...entry, standing } : entry));
  }
}

function isEnd({ is }: FileStanding): boolean {
  return is !== "waiting" && is !== "running";
}

/** A refusal always says what a person can do. */
function advised(error: CommandError): CommandError {
  if (error.advice !== null) return error;
  return { ...error, advice: asWritten(say("Fix the file, and choose it again.")) };
}

function sumOf(entries: readonly Entry[]): QueueSum {
  const of = (is: FileStanding["is"]): number => entries.filter(({ standing }) => standing.is === is).length;
  const [imported, refused, cancelled] = [of("imported"), of("refused"), of("cancelled")];
  const all = entries.length;
  return { all, imported, refused, cancelled, open: all - imported - refused - cancelled };
}
