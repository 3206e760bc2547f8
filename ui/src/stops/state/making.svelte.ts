import { say } from "$language/say";
import type { FunctionName, FunctionSpec, InjectedCall, MessageId, Outcome, SessionId } from "$contract";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import { ResultEdit } from "$stops/state/resultEdit.svelte";
import { WrittenCallEdit } from "$stops/state/writtenCall.svelte";

/** What a call is made for: one more for the answer a turn stops at, or one in what was said. */
export type MakingFor = { type: "add" } | { type: "inject"; after: MessageId | null; hasMore: boolean };

/** How a call is written: for a function, which need not exist, or as JSON in any provider's form. */
export type MakingForm = "function" | "json";

/** What a function returned last. */
type LastOf = (name: FunctionName) => Outcome | null;

/** A call that no model made, while a person writes it. */
export class MakingState {
  readonly purpose = $derived.by(() => this.#purpose);
  readonly session = $derived.by(() => this.#session);
  readonly form = $derived.by(() => this.#form);
  readonly written = $derived.by(() => this.#written);
  readonly json = $derived.by(() => this.#json);
  readonly hasResult = $derived.by(() => this.#hasResult);
  readonly keepsRest = $derived.by(() => this.#keepsRest && this.#hasResult);
  readonly result = $derived.by(() => this.#result);
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  #purpose = $state.raw<MakingFor | null>(null);
  #session = $state<SessionId | null>(null);
  #form = $state<MakingForm>("function");
  #written = $state.raw<WrittenCallEdit>(new WrittenCallEdit());
  #json = $state.raw<JsonEdit>(emptyJson());
  #hasResult = $state(true);
  #keepsRest = $state(true);
  #lastOf: LastOf = () => null;
  #result = $state.raw<ResultEdit>(new ResultEdit(null));

  /** A result begins as the last one of the function, or else in the form it declares. */
  open(purpose: MakingFor, session: SessionId, lastOf: LastOf = () => null): void {
    this.#purpose = purpose;
    this.#lastOf = lastOf;
    this.#session = session;
    this.#form = "function";
    this.#result = new ResultEdit(null);
    this.#hasResult = true;
    this.#keepsRest = true;
    this.#json = emptyJson();
    this.#written = new WrittenCallEdit();
  }

  close(): void {
    this.#purpose = null;
  }

  show(form: MakingForm): void {
    this.#form = form;
  }

  nameFunction(name: string, functions: FunctionSpec[]): void {
    this.#written.nameFunction(name, functions);
    const { spec } = this.#written;
    if (spec !== null && !this.#result.isChanged)
      this.#result = new ResultEdit(null, null, {
        last: this.#lastOf(spec.name),
        schema: spec.returns ?? null,
      });
  }

  withResult(isWanted: boolean): void {
    this.#hasResult = isWanted;
  }

  keepRest(isWanted: boolean): void {
    this.#keepsRest = isWanted;
  }

  call(): InjectedCall {
    if (this.#form === "json") return { type: "json", text: this.#json.text };
    return { type: "made", ...this.#written.call() };
  }

  outcome(): Outcome | null {
    return this.#hasResult ? this.#result.outcome : null;
  }

  #obstacleOf(): string | null {
    if (this.#form === "json" && this.#json.text.trim() === "") return say("Paste a call first");
    const isInjected = this.#purpose?.type === "inject";
    // A history may hold a call whose arguments no function takes.
    const { nameObstacle, obstacle } = this.#written;
    const own = this.#form === "json" ? null : isInjected ? nameObstacle : obstacle;
    if (own !== null) return own;
    return isInjected && this.#hasResult ? this.#result.obstacle : null;
  }
}

function emptyJson(): JsonEdit {
  return new JsonEdit({ given: "", schema: null, faultOf: () => null });
}
