import { say } from "$language/say";
import type {
  CallId,
  CalledFunction,
  Completer,
  Decision,
  FunctionName,
  FunctionSpec,
  Outcome,
  Recorded,
} from "$contract";
import { outcomeOf } from "$calls/calls";
import { argumentsFault, prettyJson } from "$shared/text/json";
import { JsonEdit } from "$editor/jsonEdit.svelte";
import type { CallState } from "$timeline/model";
import { calledName, isSameFunction } from "$content/naming";
import { ResultEdit, type ResultModel } from "$stops/state/resultEdit.svelte";
import { type Trouble, troublesOf } from "$stops/state/troubles";

/** What is to become of a call. */
export type CallMode = "run" | "result" | "recorded" | "handOver" | "decline" | "drop";

export type Side = "before" | "after";

/** What a person decides about one call that waits. It lives outside of the card, so that scrolling loses nothing. */
export class CallEdit {
  readonly id: CallId;
  readonly side: Side;
  readonly called: CalledFunction;
  readonly recorded: Recorded | null;
  /** Whether its function can be run from here. */
  readonly canRun: boolean;
  readonly result: ResultEdit;
  /** Whether only the beginning of the arguments is here, so that they can't be changed. */
  readonly isPartial: boolean;
  /** Whether a person made the call, in the place of the model. */
  readonly isByHand: boolean;
  readonly mode = $derived.by(() => this.#mode);
  readonly arguments = $derived.by(() => this.#arguments);
  /** The function that will be called. */
  readonly target = $derived.by(() => this.#target);
  readonly reason = $derived.by(() => this.#reason);
  readonly completer = $derived.by(() => this.#completer);
  readonly isElsewhere = $derived.by(() => !isSameFunction(this.#target, calledName(this.called)));
  /** Whether anything else is to happen than what would by itself. */
  readonly isChanged = $derived.by(() => {
    if (this.#mode === "run") return this.side === "after" || this.isElsewhere || this.#hasNewArguments;
    return this.#mode !== "result" || this.side === "before" || this.result.isChanged;
  });
  /** What is wrong with the call, where it is to run. It can be gone on with all the same. */
  readonly troubles = $derived.by((): Trouble[] =>
    this.#mode !== "run"
      ? []
      : troublesOf({
          called: this.called,
          target: this.#target,
          isElsewhere: this.isElsewhere,
          arguments: this.#arguments,
          resolution: this.#call.resolution,
          functions: this.#functions,
        }),
  );
  /** Why this can't be answered as it stands. */
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  #mode = $state<CallMode>("run");
  #arguments = $state.raw<JsonEdit>(new JsonEdit({ given: "", schema: null, faultOf: argumentsFault }));
  #target = $state.raw<FunctionName>({ plugin: null, function: "" });
  #reason = $state("");
  #completer = $state.raw<Completer | null>(null);
  readonly #call: CallState;
  readonly #given: string;
  readonly #isText: boolean;
  readonly #functions: FunctionSpec[];

  /** A result by hand begins as the model of one, where there is one. */
  constructor(
    call: CallState,
    side: Side,
    functions: FunctionSpec[],
    model?: ResultModel,
    isRunOutside = false,
  ) {
    // A program that has sent a result is past the call, and waits for an answer to it.
    this.canRun = side === "before" || !isRunOutside;
    this.#call = call;
    this.id = call.id;
    this.side = side;
    this.called = call.function;
    this.recorded = call.recorded;
    this.#functions = functions;
    const written = call.call?.arguments;
    this.#isText = written?.type === "parsed" && written.isText === true;
    this.#given = this.#isText ? (written?.raw ?? "") : prettyJson(written?.raw ?? "");
    this.#target = calledName(call.function);
    this.#arguments = this.#editFor(this.#target);
    this.isPartial = call.largeArguments !== null;
    this.isByHand = call.call?.origin === "simulated";
    const given = side === "after" ? outcomeOf(call) : null;
    this.result =
      side === "after" ? new ResultEdit(given, call.largeResult) : new ResultEdit(null, null, model);
    this.#mode = side === "after" ? "result" : "run";
  }

  /** Answers in the place of the function, beginning with this result. */
  writeResult(from: Outcome): void {
    this.#mode = "result";
    this.result.take(from);
  }

  choose(mode: CallMode): void {
    this.#mode = mode;
  }

  /** Calls another function. What was written for the first one stays, and is held against the other schema. */
  sendTo(target: FunctionName): void {
    const { text } = this.#arguments;
    this.#target = target;
    this.#arguments = this.#editFor(target);
    this.#arguments.write(text);
  }

  giveReason(reason: string): void {
    this.#reason = reason;
  }

  handTo(completer: Completer): void {
    this.#completer = completer;
  }

  /** The same as another call, as far as it does not hang on the call itself. */
  answerLike(other: CallEdit): void {
    this.#mode = other.mode === "recorded" && this.recorded === null ? this.#mode : other.mode;
    this.#reason = other.reason;
    this.#completer = other.completer;
    const { outcome } = other.result;
    if (other.mode === "result" && outcome !== null) this.result.take(outcome);
  }

  restore(): void {
    this.#mode = this.side === "after" ? "result" : "run";
    this.#target = calledName(this.called);
    this.#arguments = this.#editFor(this.#target);
    this.result.restore();
  }

  decision(): Decision | null {
    if (this.obstacle !== null) return null;
    if (!this.isChanged) return { type: "continue" };
    switch (this.#mode) {
      case "run":
        return this.#run();
      case "result":
        return this.result.outcome === null ? null : { type: "writeResult", outcome: this.result.outcome };
      case "recorded":
        return { type: "useRecorded" };
      case "handOver":
        return this.#completer === null ? null : { type: "handOver", to: this.#completer };
      case "decline":
        return { type: "decline", reason: this.#reason.trim() };
      case "drop":
        return { type: "drop" };
    }
  }

  #run(): Decision {
    const { text: raw } = this.#arguments;
    const isChanged = this.#hasNewArguments;
    if (this.isElsewhere) return { type: "sendTo", function: this.#target, ...(isChanged ? { raw } : {}) };
    return isChanged ? { type: "editArguments", raw } : { type: "runAgain" };
  }

  get #hasNewArguments(): boolean {
    return this.#arguments.isChanged && !this.isPartial;
  }

  #obstacleOf(): string | null {
    switch (this.#mode) {
      case "run": {
        // What the model wrote may be faulty already. That is its fault to hear about, and no reason to hold the turn.
        return this.#hasNewArguments ? (this.#arguments.fault?.message ?? null) : null;
      }
      case "result":
        return this.isChanged ? this.result.obstacle : null;
      case "recorded":
        return this.recorded === null ? say("There is no recorded result of an equal call") : null;
      case "handOver":
        return this.#completer === null ? say("Choose who completes the call") : null;
      case "decline":
      case "drop":
        return null;
    }
  }

  #editFor(target: FunctionName): JsonEdit {
    if (this.#isText && isSameFunction(target, calledName(this.called)))
      return new JsonEdit({ given: this.#given, schema: null, faultOf: () => null, language: "text" });
    const spec = this.#functions.find(({ name }) => isSameFunction(name, target));
    return new JsonEdit({ given: this.#given, schema: spec?.parameters ?? null, faultOf: argumentsFault });
  }
}
