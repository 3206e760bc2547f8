import { say } from "$language/say";
import type { CommandError, ImportedSession } from "$contract";
import { asHostError } from "$host/host";
import { pageError } from "$language/notices";
import type { App } from "$session/app";
import { sendFile, type Sent } from "$sessions/sending";

/** Longer texts are sent in pieces, in bytes. Shorter ones come into the dialog, where they can be mended. */
const AT_ONCE = 4 << 20;

/** A conversation of another program on its way in. */
export class ImportState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly text = $derived.by(() => this.#text);
  readonly fileName = $derived.by(() => this.#fileName);
  readonly isBusy = $derived.by(() => this.#isBusy);
  readonly error = $derived.by(() => this.#error);
  /** What came of the last import, until it has been read. */
  readonly report = $derived.by(() => this.#report);
  /** How far a file has come in that is sent in pieces. */
  readonly sent = $derived.by(() => this.#sent);
  readonly canImport = $derived.by(() => !this.#isBusy && this.#text.trim() !== "");

  readonly #app: App;
  #isOpen = $state(false);
  #text = $state("");
  #fileName = $state<string | null>(null);
  #isBusy = $state(false);
  #error = $state.raw<CommandError | null>(null);
  #report = $state.raw<ImportedSession | null>(null);
  #sent = $state.raw<Sent | null>(null);
  #sending: AbortController | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  open(): void {
    this.#isOpen = true;
  }

  /** What was pasted stays, for when the dialog is opened again. */
  close(): void {
    this.#isOpen = false;
  }

  write(text: string): void {
    this.#text = text;
    this.#error = null;
    if (text === "") this.#fileName = null;
  }

  /** Imports a file that was dropped or chosen. Where it can't be, the dialog says why and has its text. */
  async takeFile(file: File): Promise<void> {
    if (this.#isBusy) return;
    if (file.size > AT_ONCE) {
      this.write("");
      this.#fileName = file.name;
      return this.#send(file);
    }
    try {
      this.write(await file.text());
      this.#fileName = file.name;
    } catch {
      const message = say("{name} can’t be read.", { name: file.name });
      this.#refuse(pageError(message, say("Is it a file, and not a folder?")));
      return;
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
      this.#report = imported;
      this.#app.add(imported.session);
    } catch (error) {
      if (this.#sending?.signal.aborted !== true) this.#refuse(asHostError(error));
    } finally {
      this.#isBusy = false;
    }
  }

  dismissReport(): void {
    this.#report = null;
  }

  #refuse(error: CommandError): void {
    this.#error = error;
    this.#isOpen = true;
  }
}
