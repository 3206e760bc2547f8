import type { CommandError, ExportedSession, Format, SavedSession, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";

/** A session on its way out, in the form another program reads. */
export class ExportState {
  /** The session whose export is shown. */
  readonly session = $derived.by(() => this.#session);
  readonly format = $derived.by(() => this.#format);
  readonly exported = $derived.by(() => this.#exported);
  /** The file this export was saved to. */
  readonly saved = $derived.by(() => this.#saved);
  readonly isSaving = $derived.by(() => this.#isSaving);
  readonly error = $derived.by(() => this.#error);
  /** What a file tells of losses is about all that was said. */
  readonly losses = $derived.by(() => this.#saved?.losses ?? this.#exported?.losses ?? []);

  readonly #host: Host;
  #session = $state<SessionId | null>(null);
  #format = $state<Format>("own");
  #exported = $state.raw<ExportedSession | null>(null);
  #saved = $state.raw<SavedSession | null>(null);
  #isSaving = $state(false);
  #error = $state.raw<CommandError | null>(null);
  /** Which showing of the dialog it is: what an earlier one asked for comes too late. */
  #showing = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Without a format the one that was used last is taken. */
  async open(session: SessionId, format: Format = this.#format): Promise<void> {
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
  async save(): Promise<void> {
    const [session, format, showing] = [this.#session, this.#format, this.#showing];
    if (session === null || this.#isSaving) return;
    this.#isSaving = true;
    this.#error = null;
    this.#saved = null;
    try {
      const saved = await this.#host.call("session_save", { session, format });
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
