/* eslint-disable svelte/prefer-svelte-reactivity -- one counter is watched instead of each entry, which is why this is fast */
import type {
  CallId,
  CalledFunction,
  Completer,
  FilterPassage,
  FunctionCall,
  FunctionResult,
  LargeValue,
  Origin,
  Outcome,
  Progress,
  Recorded,
  Resolution,
  Timestamp,
  TurnFinding,
} from "$contract";

/**
 * Names one call in a session: where it was asked for, and its own id. Providers use the ids again in later turns,
 * so an id alone is not enough.
 */
export type CallKey = string;

export type CallState = {
  id: CallId;
  scope: string;
  function: CalledFunction;
  /** Nothing as long as the model still writes it. */
  call: FunctionCall | null;
  /** What the model wrote, where a person wrote something else. */
  original: FunctionCall | null;
  resolution: Resolution | null;
  startedAt: Timestamp | null;
  /** Who answers in the function's place, once it runs. */
  standIn: Origin | null;
  endedAt: Timestamp | null;
  /** How the call itself ended. */
  ended: Outcome | null;
  /** What a person put in its place. */
  written: Written | null;
  /** What the model was told. */
  result: FunctionResult | null;
  /** What really came of it, where the model is told less, and where it comes from, if not from whoever ran it. */
  whole: Outcome | null;
  endedBy: Origin | null;
  /** The result an equal call had before. */
  recorded: Recorded | null;
  /** Who completed it in the place of its function. */
  handedTo: Completer | null;
  passages: FilterPassage[];
  noticed: TurnFinding[];
  /** What is shown in part, where something is. */
  largeArguments: LargeValue | null;
  largeResult: LargeValue | null;
  /** How it ran, while a version is shown in which it did not. */
  shelved: Ran | null;
  progress: Progress | null;
};

export type Ran = Pick<CallState, "startedAt" | "standIn" | "endedAt" | "ended" | "written">;

export const NOT_RUN: Ran = { startedAt: null, standIn: null, endedAt: null, ended: null, written: null };

export type Written = { outcome: Outcome; origin: Origin };

export function newCall(id: CallId, scope: string, called: CalledFunction): CallState {
  return {
    id,
    scope,
    function: called,
    call: null,
    original: null,
    resolution: null,
    ...NOT_RUN,
    result: null,
    whole: null,
    endedBy: null,
    recorded: null,
    handedTo: null,
    passages: [],
    noticed: [],
    largeArguments: null,
    largeResult: null,
    shelved: null,
    progress: null,
  };
}

export function callKey(scope: string, call: CallId): CallKey {
  return `${scope}/${call}`;
}

/** The calls of a session, in the order in which they were made. Each is watched part by part, so that its card changes alone. */
export class Calls {
  readonly #calls = new Map<CallKey, CallState>();
  readonly #scopes = new Map<string, Set<CallKey>>();
  #changes = $state(0);

  get keys(): CallKey[] {
    this.#watch();
    return [...this.#calls.keys()];
  }

  get all(): CallState[] {
    this.#watch();
    return [...this.#calls.values()];
  }

  of(key: CallKey): CallState | undefined {
    this.#watch();
    return this.#calls.get(key);
  }

  /** Those that were made in one place. */
  in(scope: string): CallState[] {
    this.#watch();
    return [...(this.#scopes.get(scope) ?? [])].flatMap((key) => this.#calls.get(key) ?? []);
  }

  /** Takes in a call, or the same one anew. */
  set(call: CallState): void {
    const watched = $state(call);
    const key = callKey(call.scope, call.id);
    this.#calls.set(key, watched);
    this.#scopes.set(call.scope, (this.#scopes.get(call.scope) ?? new Set()).add(key));
    this.#changes += 1;
  }

  /** The same calls as they are now, to be changed without these. */
  copy(): Calls {
    const copy = new Calls();
    for (const call of this.all) copy.set($state.snapshot<unknown>(call) as CallState);
    return copy;
  }

  #watch(): number {
    return this.#changes;
  }
}
