import { wholeNumber } from "$language/number";
import { say } from "$language/say";
import { sentence } from "$language/told";
import type {
  CommandError,
  Exchange,
  Language,
  ModelId,
  Preview,
  RequestSource,
  SessionId,
  Trial,
  WireEvent,
} from "$contract";
import { asHostError, type Host, HostError } from "$host/host";
import { pageError } from "$language/notices";
import type { App } from "$session/app";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { prettyJson, readJson } from "$shared/text/json";

/** A larger request is sent by hand from a program. */
const LONGEST = 2_000_000;

/** A request that is changed by hand and sent once. */
export class TryingState {
  readonly isOpen = $derived.by(() => this.#session !== null);
  readonly title = $derived.by(() => this.#title);
  readonly model = $derived.by(() => this.#model);
  /** The request as it would be sent, without what a person wrote. */
  readonly preview = $derived.by(() => this.#preview);
  readonly draft = $derived.by(() => this.#draft);
  readonly trial = $derived.by(() => this.#trial);
  /** What went over the wire. */
  readonly exchange = $derived.by(() => this.#exchange);
  readonly error = $derived.by(() => this.#error);
  readonly isSending = $derived.by(() => this.#isSending);
  readonly isUsed = $derived.by(() => this.#isUsed);
  /** Why it can't be sent now. */
  readonly obstacle = $derived.by(() => {
    if (this.#draft === null)
      return this.#error === null ? say("Writing the request…") : sentence(this.#error.message);
    return this.#isSending ? say("Waiting for the answer.") : null;
  });

  readonly #app: App;
  readonly #host: Host;
  #session = $state.raw<SessionId | null>(null);
  #source = $state.raw<RequestSource>({ type: "said", after: null });
  #title = $state("");
  #model = $state.raw<ModelId>("");
  #preview = $state.raw<Preview | null>(null);
  #draft = $state.raw<JsonEdit | null>(null);
  #trial = $state.raw<Trial | null>(null);
  #exchange = $state.raw<Exchange<WireEvent> | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #isSending = $state(false);
  #isUsed = $state(false);
  #isTaking = false;
  /** Counts what was opened, so that a late answer is not shown with another request. */
  #looks = 0;

  constructor(app: App) {
    this.#app = app;
    this.#host = app.host;
  }

  open(session: SessionId, source: RequestSource, title: string, model: ModelId): void {
    this.#session = session;
    this.#source = source;
    this.#title = title;
    this.#trial = null;
    this.#exchange = null;
    void this.ask(model);
  }

  close(): void {
    if (this.#isSending) void this.stop();
    this.#session = null;
    this.#draft = null;
    this.#looks += 1;
  }

  /** Writes the request for a model, over what was written before. */
  async ask(model: ModelId): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    this.#model = model;
    this.#draft = null;
    this.#error = null;
    this.#looks += 1;
    const look = this.#looks;
    try {
      const preview = await this.#host.call("request_draft", { session, source: this.#source, model });
      if (look !== this.#looks) return;
      if (preview.body.length > LONGEST) throw new HostError(tooLong(preview.body.length));
      this.#preview = preview;
      this.#draft = new JsonEdit({ given: prettyJson(preview.body), schema: null, faultOf: () => null });
    } catch (error) {
      if (look === this.#looks) this.#error = asHostError(error);
    }
  }

  /** Sends what is written, whether it is JSON or not: what a provider says to it may be the question. */
  async send(): Promise<void> {
    const [session, draft] = [this.#session, this.#draft];
    if (session === null || draft === null || this.#isSending) return;
    const look = this.#looks;
    this.#isSending = true;
    this.#isUsed = false;
    this.#error = null;
    this.#trial = null;
    this.#exchange = null;
    try {
      const body = draft.isChanged ? draft.text : (this.#preview?.body ?? draft.text);
      const args = { session, source: this.#source, model: this.#model, body };
      const trial = await this.#host.call("request_try", args);
      const exchange = await this.#host.call("exchange_read", { exchange: trial.exchange });
      if (look === this.#looks) [this.#trial, this.#exchange] = [trial, exchange];
    } catch (error) {
      if (look === this.#looks) this.#error = asHostError(error);
    }
    this.#isSending = false;
  }

  async stop(): Promise<void> {
    const session = this.#session;
    if (session !== null) await this.#host.call("request_stop", { session }).catch(() => undefined);
  }

  /** Lets the history go on with the answer. */
  async use(): Promise<void> {
    const [session, trial] = [this.#session, this.#trial];
    if (session === null || trial === null || this.#isTaking) return;
    this.#isTaking = true;
    try {
      await this.#host.call("trial_use", { session, exchange: trial.exchange });
      this.#isUsed = true;
      this.#app.tell(
        { message: say("The history goes on with this answer."), undo: () => this.#back(trial) },
        session,
      );
      this.close();
    } catch (error) {
      this.#error = asHostError(error);
    } finally {
      this.#isTaking = false;
    }
  }

  async code(language: Language): Promise<string> {
    const [session, draft] = [this.#session, this.#draft];
    if (session === null || draft === null) return "";
    const target = { type: "model" as const, model: this.#model };
    const body = draft.isChanged ? draft.text : null;
    const of = { type: "request" as const, session, source: this.#source, target, body };
    return (await this.#host.call("request_code", { of, language })).text;
  }

  /** Whether what is written is JSON. A person is told, and may send it all the same. */
  get isJson(): boolean {
    return this.#draft === null || readJson(this.#draft.text).fault === null;
  }

  async #back(trial: Trial): Promise<boolean> {
    const session = this.#app.session;
    return session === null ? false : session.history.moveTo(trial.after);
  }
}

function tooLong(length: number): CommandError {
  const message = say("the request has {length} letters, too many to be changed here", {
    length: wholeNumber(length),
  });
  return pageError(message, say("Copy it as a program and change it there."));
}
