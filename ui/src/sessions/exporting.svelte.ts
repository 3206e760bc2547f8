import type { CommandError, Document, ExportedSession, ExportForm, SavedSession, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";
import { DOCUMENTS, FORMS } from "$sessions/formats";
import { paint } from "$sessions/painting";

/** A session or a comparison on its way out, in the form another program or a person reads. */
export class ExportState {
  /** The session, or the comparison, whose export is shown. */
  readonly session = $derived.by(() => this.#session);
  readonly format = $derived.by(() => this.#format);
  /** The forms it can have. */
  readonly forms = $derived.by(() => (this.#isComparison ? DOCUMENTS : FORMS));
  readonly exported = $derived.by(() => this.#exported);
  /** The file this export was saved to. */
  readonly saved = $derived.by(() => this.#saved);
  readonly isSaving = $derived.by(() => this.#isSaving);
  readonly error = $derived.by(() => this.#error);
  /** What a file tells of losses is about all that was said. */
  readonly losses = $derived.by(() => this.#saved?.losses ?? this.#exported?.losses ?? []);

  readonly #host: Host;
  readonly #paint: (svg: string) => Promise<string>;
  #session = $state<SessionId | null>(null);
  #isComparison = $state(false);
  #format = $state<ExportForm>("own");
  /** Without a format, that of the last session is taken. */
  #last: ExportForm = "own";
  #exported = $state.raw<ExportedSession | null>(null);
  #saved = $state.raw<SavedSession | null>(null);
  #isSaving = $state(false);
  #error = $state.raw<CommandError | null>(null);
  /** Which showing of the dialog it is: what an earlier one asked for comes too late. */
  #showing = 0;

  constructor(host: Host, painted: (svg: string) => Promise<string> = paint) {
    this.#host = host;
    this.#paint = painted;
  }

  async open(session: SessionId, format: ExportForm = this.#last): Promise<void> {
    this.#isComparison = false;
    this.#last = format;
    await this.#write(session, format);
  }

  /** Opens all lanes of a comparison in one document. */
  async openComparison(comparison: SessionId, form: Document = "html"): Promise<void> {
    this.#isComparison = true;
    await this.#write(comparison, form);
  }

  /** Writes what is shown in another form. */
  async choose(form: ExportForm): Promise<void> {
    if (this.#session === null) return;
    if (!this.#isComparison) this.#last = form;
    await this.#write(this.#session, form);
  }

  async #write(session: SessionId, format: ExportForm): Promise<void> {
    this.#clear();
    this.#session = session;
    this.#format = format;
    const showing = this.#showing;
    try {
      const exported = await this.#host.call("session_export", { session, format });
      if (showing === this.#showing) this.#exported = exported;
    } catch (error) {
      if (showing === this.#showing) this.#error = asHostError(error);
    }
  }

  /** Writes all of it to a file, however much it is. */
  save(): Promise<void> {
    return this.#save((session) => this.#host.call("session_save", { session, format: this.#format }));
  }

  /** Paints the picture that is shown, and writes it to a file. */
  async savePainted(): Promise<void> {
    const { text = null, losses = [] } = this.#exported ?? {};
    if (text === null) return;
    await this.#save(async (session) => {
      const png = await this.#paint(text);
      return { file: await this.#host.call("picture_save", { session, png }), losses };
    });
  }

  async #save(work: (session: SessionId) => Promise<SavedSession>): Promise<void> {
    const [session, showing] = [this.#session, this.#showing];
    if (session === null || this.#isSaving) return;
    this.#isSaving = true;
    this.#error = null;
    this.#saved = null;
    try {
      const saved = await work(session);
      if (showing === this.#showing) this.#saved = saved;
    } catch (error) {
      if (showing === this.#showing) this.#error = asHostError(error);
    }
    if (showing === this.#showing) this.#isSaving = false;
  }

  close(): void {
    this.#clear();
    this.#session = null;
  }

  #clear(): void {
    this.#showing += 1;
    this.#exported = null;
    this.#saved = null;
    this.#isSaving = false;
    this.#error = null;
  }
}
