import { SvelteMap } from "svelte/reactivity";
import type { CommandError, ImportedSession, ModelId, SessionId } from "$contract";
import { asHostError } from "$host/host";
import type { App } from "$session/app";
import { ImportQueue } from "$sessions/importing/queue.svelte";
import { sendFile, unreadable, type Sent } from "$sessions/importing/sending";

/** Longer texts are sent in pieces, in bytes. Shorter ones come into the dialog, where they can be repaired. */
const AT_ONCE = 4 << 20;

/** Conversations of other programs on their way in. */
export class ImportState {
  /** Files that were given together, and those that were given while another came in. */
  readonly queue: ImportQueue;
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly text = $derived.by(() => this.#text);
  readonly fileName = $derived.by(() => this.#fileName);
  readonly isBusy = $derived.by(() => this.#isBusy);
  readonly error = $derived.by(() => this.#error);
  /** How far a file has come in that is sent in pieces. */
  readonly sent = $derived.by(() => this.#sent);
  readonly canImport = $derived.by(() => !this.#isBusy && this.#text.trim() !== "");

  readonly #app: App;
  /** What came of each import, until it has been read. */
  readonly #reports = new SvelteMap<SessionId, ImportedSession>();
  #isOpen = $state(false);
  #text = $state("");
  #fileName = $state<string | null>(null);
  #isBusy = $state(false);
  #error = $state.raw<CommandError | null>(null);
  #sent = $state.raw<Sent | null>(null);
  #sending: AbortController | null = null;

  constructor(app: App) {
    this.#app = app;
    this.queue = new ImportQueue(app.host, (imported) => {
      this.#reports.set(imported.session.id, imported);
      app.enlist(imported.session);
    });
  }

  open(): void {
    this.#isOpen = true;
  }

  /** What was pasted stays, for when the dialog is opened again, and files go on coming in. A queue that is over was read. */
  close(): void {
    this.#isOpen = false;
    if (this.queue.isOver) this.queue.clear();
  }

  /** Opens a session that came in. The others stay in the queue, to be opened too. */
  show(session: SessionId): void {
    this.#isOpen = false;
    this.#app.open(session);
  }

  /** What came of the import of a session, until it has been read. */
  reportOf(session: SessionId): ImportedSession | null {
    return this.#reports.get(session) ?? null;
  }

  write(text: string): void {
    this.#text = text;
    this.#error = null;
    if (text === "") this.#fileName = null;
  }

  /** Imports files that were dropped or chosen. One alone opens at once; several, and what comes meanwhile, wait in turn. */
  async takeFiles(files: readonly File[]): Promise<void> {
    const [first, ...others] = files;
    if (first === undefined) return;
    if (others.length === 0 && !this.#isBusy && this.queue.isOver) return this.#takeOne(first);
    this.#isOpen = true;
    await this.queue.add(files);
  }

  /** Where the file can't be imported, the dialog says why and has its text. */
  async #takeOne(file: File): Promise<void> {
    if (file.size > AT_ONCE) {
      this.write("");
      this.#fileName = file.name;
      return this.#send(file);
    }
    // What comes while it is read waits in the queue.
    this.#isBusy = true;
    try {
      this.write(await file.text());
      this.#fileName = file.name;
    } catch {
      this.#refuse(unreadable(file).error);
      return;
    } finally {
      this.#isBusy = false;
    }
    await this.submit();
  }

  async submit(): Promise<void> {
    const [text, title] = [this.#text, this.#fileName];
    if (text.length > AT_ONCE) return this.#send(new File([text], title ?? ""));
    await this.#attempt(() => this.#app.host.call("session_import", { text, format: null, title }));
  }

  /** Gives up the file that is being sent. Nothing of it stays. */
  stop(): void {
    this.#sending?.abort();
  }

  /** The dialog shows how far it is; it can be closed meanwhile. */
  async #send(file: File): Promise<void> {
    const sending = new AbortController();
    [this.#sending, this.#isOpen] = [sending, true];
    this.#sent = { bytes: 0, of: file.size, messages: 0 };
    const show = (sent: Sent): void => void (this.#sent = sent);
    await this.#attempt(() => sendFile(this.#app.host, file, show, sending.signal));
    [this.#sending, this.#sent] = [null, null];
  }

  async #attempt(work: () => Promise<ImportedSession>): Promise<void> {
    if (this.#isBusy) return;
    [this.#isBusy, this.#error] = [true, null];
    try {
      const imported = await work();
      this.write("");
      this.#isOpen = false;
      this.#reports.set(imported.session.id, imported);
      this.#app.add(imported.session);
    } catch (error) {
      if (this.#sending?.signal.aborted !== true) this.#refuse(asHostError(error));
    } finally {
      this.#isBusy = false;
    }
  }

  /** The session goes on with a model that was missing when it came in. */
  goOnWith(session: SessionId, here: ModelId): void {
    const report = this.#reports.get(session);
    if (report?.model == null) return;
    this.#reports.set(session, { ...report, model: { ...report.model, here } });
  }

  dismissReport(session: SessionId): void {
    this.#reports.delete(session);
  }

  #refuse(error: CommandError): void {
    this.#error = error;
    this.#isOpen = true;
  }
}
