import type { Answer, CallDecision, CallId, Decision, FunctionSpec, JsonValue, Pause } from "$contract";
import { isObject } from "$editor/schema";
import type { Repaired } from "$shared/text/repairJson";
import { calledName, functionKey } from "$content/naming";
import { tellApart } from "$content/tellApart";
import { AnswerEdit } from "$stops/state/answerEdit.svelte";
import { CallEdit } from "$stops/state/callEdit.svelte";
import type { CallState } from "$timeline/model";
import type { ResultModel } from "$stops/state/resultEdit.svelte";
import { type RequestDraft, RequestEdit } from "$stops/state/requestEdit.svelte";

/** What an answer says, but for which stop and how far to go. */
export type Answered = Pick<Answer, "decision" | "others">;

/** What waits at a stop. */
export type Waiting = {
  /** The calls of the answer that have no result yet, in their order. */
  calls: CallState[];
  request: RequestDraft | null;
  functions: FunctionSpec[];
  /** The attached program whose session this is, by its name for people. */
  program?: string;
  /** The beginning of results that are written. */
  modelOf?: (call: CallState) => ResultModel;
};

/** What a person writes at one stop: about the call it stands at, about others that wait, or about a request. */
export class PauseEdit {
  readonly pause: Pause;
  readonly calls: CallEdit[];
  readonly request: RequestEdit | null;
  /** The answer that can be given here in the place of the model. */
  readonly written: AnswerEdit | null;
  /** The call the turn stands at. */
  readonly own: CallEdit | null;
  /** The call that is looked at. */
  readonly current = $derived.by(
    () => this.calls.find(({ id }) => id === this.#current) ?? this.own ?? this.calls[0] ?? null,
  );
  /** Set when an answer was refused here, so that the editor says why. */
  readonly isRefused = $derived.by(() => this.#isRefused);
  /** Whether all calls are seen at once, and not one after the other. */
  readonly showsAll = $derived.by(() => this.#showsAll);
  /** For each call the argument that tells it from others of its function. */
  readonly apart = $derived.by(() =>
    tellApart(
      this.calls.map(({ called, arguments: written }) => ({
        function: functionKey(calledName(called)),
        arguments: written.value ?? meantBy(written.repaired),
      })),
    ),
  );
  readonly isChanged = $derived.by(
    () =>
      this.calls.some(({ isChanged }) => isChanged) ||
      this.request?.isChanged === true ||
      this.written?.isOpen === true,
  );

  #current = $state<CallId | null>(null);
  #isRefused = $state(false);
  #showsAll = $state(false);

  /** Where the turn still stands at the same place, what was written about its calls is taken along. */
  constructor(pause: Pause, waiting: Waiting, before: PauseEdit | null = null) {
    const { calls, request, functions, modelOf } = waiting;
    this.pause = pause;
    const { place } = pause;
    const at = "call" in place ? place.call : null;
    const side = (id: CallId): "before" | "after" =>
      place.type === "afterCall" && id === at ? "after" : "before";
    const kept = isSamePlace(pause, before?.pause) ? (before?.calls ?? []) : [];
    this.calls = calls.map(
      (call) =>
        kept.find(({ id, side: was }) => id === call.id && was === "before") ??
        new CallEdit(call, side(call.id), functions, modelOf?.(call), waiting.program !== undefined),
    );
    this.own = this.calls.find(({ id }) => id === at) ?? null;
    // The person stands in for the function, so there is nothing to run.
    if (pause.reason === "resultWanted") this.own?.choose("result");
    this.request = request === null ? null : new RequestEdit(request, waiting.program ?? null);
    this.written = place.type === "beforeRequest" ? new AnswerEdit(waiting.program ?? null) : null;
    this.#showsAll = before?.showsAll ?? false;
    if (kept.length > 0) this.#current = before?.current?.id ?? null;
  }

  /** Whether the same calls wait as when this was made. */
  isAbout({ calls }: Waiting): boolean {
    const ids = calls.map(({ id }) => id).join("\n");
    return ids === this.calls.map(({ id }) => id).join("\n");
  }

  look(call: CallEdit): void {
    this.#current = call.id;
    this.#isRefused = false;
  }

  showAll(isWanted: boolean): void {
    this.#showsAll = isWanted;
  }

  /** Does the same with every call, as far as it can be done with it. */
  chooseForAll(mode: "run" | "decline"): void {
    for (const call of this.calls) if (call.side === "before") call.choose(mode);
  }

  /** Answers every other call as the one that is looked at. */
  answerAllAlike(): void {
    const { current } = this;
    if (current !== null) for (const call of this.calls) if (call !== current) call.answerLike(current);
  }

  refuse(): void {
    this.#isRefused = true;
    this.#current = this.calls.find(({ obstacle }) => obstacle !== null)?.id ?? this.#current;
  }

  /** What the editors say should happen, or nothing where something in them can't be used. */
  answer(): Answered | null {
    const others = this.#decisions(this.calls.filter((call) => call !== this.own && call.isChanged));
    const decision = this.#ownDecision();
    if (others === null || decision === null) return null;
    return others.length === 0 ? { decision } : { decision, others };
  }

  /** Answers the call that is looked at, and stays. */
  answerOnly(call: CallEdit): Answered | null {
    const others = this.#decisions([call]);
    return others === null ? null : { decision: { type: "stay" }, others };
  }

  /** What is decided about calls so far, or nothing where new arguments can't be used. */
  decided(): CallDecision[] | null {
    const isDecided = (call: CallEdit): boolean => call.mode === "run" || call.obstacle === null;
    return this.#decisions(this.calls.filter((call) => call.isChanged && isDecided(call)));
  }

  /** What is written about calls and can't be used yet. It is no part of what is decided. */
  unfinished(): { call: CallEdit; obstacle: string }[] {
    return this.calls.flatMap((call) =>
      call.isChanged && call.mode !== "run" && call.obstacle !== null
        ? [{ call, obstacle: call.obstacle }]
        : [],
    );
  }

  #ownDecision(): Decision | null {
    if (this.own !== null) return this.own.decision();
    if (this.written?.isOpen === true) return this.written.decision();
    if (this.request?.isChanged !== true) return { type: "continue" };
    return { type: "editRequest", edit: this.request.edit(), reach: this.request.reach };
  }

  #decisions(calls: CallEdit[]): CallDecision[] | null {
    const decisions = calls.map((call) => ({ call: call.id, decision: call.decision() }));
    const made = decisions.flatMap(({ call, decision }) => (decision === null ? [] : [{ call, decision }]));
    return made.length === decisions.length ? made : null;
  }
}

/** Arguments that are nearly JSON tell their call from others as well. */
function meantBy(repaired: Repaired | null): Record<string, JsonValue> | null {
  const value = repaired === null ? null : (JSON.parse(repaired.text) as JsonValue);
  return value !== null && isObject(value) ? value : null;
}

function isSamePlace(pause: Pause, before: Pause | undefined): boolean {
  return before !== undefined && JSON.stringify(pause.place) === JSON.stringify(before.place);
}
