import type { CommandError, ExportedSession, Format, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";

/** A session on its way out, in the form another program reads. */
export class ExportState {
  /** The session whose export is shown. */
  readonly session = $derived.by(() => this.#session);
  readonly format = $derived.by(() => this.#format);
  readonly exported = $derived.by(() => this.#exported);
  readonly error = $derived.by(() => this.#error);

  readonly #host: Host;
  #session = $state<SessionId | null>(null);
  #format = $state<Format>("own");
  #exported = $state.raw<ExportedSession | null>(null);
  #error = $state.raw<CommandError | null>(null);

  constructor(host: Host) {
    this.#host = host;
  }

  /** Without a format the one that was used last is taken. */
  async open(session: SessionId, format: Format = this.#format): Promise<void> {
    this.#session = session;
    this.#format = format;
    this.#exported = null;
    this.#error = null;
    try {
      const exported = await this.#host.call("session_export", { session, format });
      if (this.#isStill(session, format)) this.#exported = exported;
    } catch (error) {
      if (this.#isStill(session, format)) this.#error = asHostError(error);
    }
  }

  close(): void {
    this.#session = null;
    this.#exported = null;
  }

  #isStill(session: SessionId, format: Format): boolean {
    return this.#session === session && this.#format === format;
  }
}
