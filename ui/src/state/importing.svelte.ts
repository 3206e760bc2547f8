import type { CommandError, ImportedSession } from "$contract";
import { asHostError } from "$host/host";
import type { AppState } from "$state/app.svelte";

/** A conversation of another program on its way in. */
export class ImportState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly text = $derived.by(() => this.#text);
  readonly fileName = $derived.by(() => this.#fileName);
  readonly isBusy = $derived.by(() => this.#isBusy);
  readonly error = $derived.by(() => this.#error);
  /** What came of the last import, until it has been read. */
  readonly report = $derived.by(() => this.#report);
  readonly canImport = $derived.by(() => !this.#isBusy && this.#text.trim() !== "");

  readonly #app: AppState;
  #isOpen = $state(false);
  #text = $state("");
  #fileName = $state<string | null>(null);
  #isBusy = $state(false);
  #error = $state.raw<CommandError | null>(null);
  #report = $state.raw<ImportedSession | null>(null);

  constructor(app: AppState) {
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
    try {
      this.write(await file.text());
      this.#fileName = file.name;
    } catch {
      const message = `${file.name} can’t be read.`;
      this.#refuse({ code: "failed", message, details: { advice: "Is it a file, and not a folder?" } });
      return;
    }
    await this.submit();
  }

  async submit(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const args = { text: this.#text, format: null, title: this.#fileName };
      const imported = await this.#app.host.call("session_import", args);
      this.write("");
      this.#isOpen = false;
      this.#report = imported;
      this.#app.add(imported.session);
    } catch (error) {
      this.#refuse(asHostError(error));
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
