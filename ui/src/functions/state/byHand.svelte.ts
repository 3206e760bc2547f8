import { SvelteMap } from "svelte/reactivity";
import type {
  CommandError,
  FunctionRun,
  FunctionSpec,
  Lasting,
  Outcome,
  Progress,
  SessionId,
} from "$contract";
import { asHostError, type Host } from "$host/host";
import { argumentsFault, prettyNode } from "$shared/text/json";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { functionKey } from "$content/naming";
import { shapeOf } from "$editor/schema";
import { starter } from "$editor/schemaForm";
import type { SourcesState } from "$functions/state/sources.svelte";

/** A function that a person runs to see what comes of it. */
export class ByHandState {
  readonly spec = $derived.by(() => this.#spec);
  readonly edit = $derived.by(() => this.#edit);
  readonly run = $derived.by(() => this.#done);
  readonly error = $derived.by(() => this.#error);
  readonly isRunning = $derived.by(() => this.#running !== null);
  readonly isRecorded = $derived.by(() => this.#isRecorded);
  readonly asInSession = $derived.by(() => this.#asInSession);
  /** What a person has to agree to before it runs. */
  readonly asked = $derived.by(() => (this.#done?.outcome === null ? this.#done.asks : []));
  /** The arguments an agreement would be about, where one is asked for: those the function would get. */
  readonly consented = $derived.by(() => {
    const isAsked = this.asked.some(({ type }) => type === "consent");
    return isAsked ? (this.#done?.bound?.arguments ?? this.#edit.value) : null;
  });
  readonly startedAt = $derived.by(() => this.#startedAt);
  readonly progress = $derived.by((): Progress | null => {
    const runs = this.#sources.now?.runs ?? [];
    return runs.find(({ run }) => run === this.#running)?.progress ?? null;
  });
  /** What came of functions that were run, by their keys. */
  readonly results = new SvelteMap<string, Outcome>();

  readonly #host: Host;
  readonly #sources: SourcesState;
  readonly #written: Record<string, string> = {};
  #spec = $state.raw<FunctionSpec | null>(null);
  #edit = $state.raw<JsonEdit>(new JsonEdit({ given: "{}", schema: null, faultOf: argumentsFault }));
  #done = $state.raw<FunctionRun | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #running = $state<string | null>(null);
  #startedAt = $state(0);
  #isRecorded = $state(false);
  #asInSession = $state(false);
  #runs = 0;

  constructor(host: Host, sources: SourcesState) {
    this.#host = host;
    this.#sources = sources;
  }

  /** What was written for this function before is there again. */
  open(spec: FunctionSpec): void {
    const given = prettyNode(starter(shapeOf(spec.parameters, spec.parameters), spec.parameters));
    this.#spec = spec;
    this.#edit = new JsonEdit({ given, schema: spec.parameters, faultOf: argumentsFault });
    this.#edit.write(this.#written[functionKey(spec.name)] ?? given);
    this.#done = null;
    this.#error = null;
  }

  close(): void {
    if (this.#spec !== null) this.#written[functionKey(this.#spec.name)] = this.#edit.text;
    void this.stop();
    this.#spec = null;
  }

  record(isWanted: boolean): void {
    this.#isRecorded = isWanted;
  }

  useSession(isWanted: boolean): void {
    this.#asInSession = isWanted;
  }

  /** Nothing is run while a field of the form holds no value: what stands in the text is older than that. */
  async start(session: SessionId | null, isAllowed: boolean): Promise<void> {
    const spec = this.#spec;
    if (spec === null || this.#running !== null || this.#edit.fault !== null) return;
    const run = `run-${Date.now().toString(36)}-${(this.#runs += 1)}`;
    this.#running = run;
    this.#startedAt = Date.now();
    this.#done = null;
    this.#error = null;
    const args = { run, function: spec.name, arguments: this.#edit.text, isRecorded: this.#isRecorded };
    const place = this.#asInSession ? session : null;
    try {
      const done = await this.#host.call("function_run", { ...args, session: place, isAllowed });
      this.#take(run, spec, done);
    } catch (error) {
      if (this.#running === run) this.#error = asHostError(error);
    } finally {
      if (this.#running === run) this.#running = null;
    }
  }

  /** Agrees to what the function does, so that it is not asked about again, and runs it. */
  async allow(
    session: SessionId | null,
    { fingerprint, which, lasting }: { fingerprint: string; which: "same" | "any"; lasting: Lasting },
  ): Promise<void> {
    const [spec, asked] = [this.#spec, this.consented];
    if (spec === null || asked === null) return;
    const values = which === "same" ? asked : null;
    const consent = { function: spec.name, fingerprint, arguments: values, lasting };
    try {
      await this.#host.call("consent_give", { ...consent, session: this.#asInSession ? session : null });
    } catch (error) {
      this.#error = asHostError(error);
      return;
    }
    await this.start(session, false);
  }

  async stop(): Promise<void> {
    const run = this.#running;
    if (run === null) return;
    try {
      await this.#host.call("function_run_stop", { run });
    } catch (error) {
      this.#error = asHostError(error);
    }
  }

  #take(run: string, spec: FunctionSpec, done: FunctionRun): void {
    if (this.#running !== run) return;
    this.#done = done;
    if (done.outcome !== null) this.results.set(functionKey(spec.name), done.outcome);
  }
}
