/* eslint-disable svelte/prefer-svelte-reactivity -- one counter is watched instead of each entry, which is why this is fast */
import { untrack } from "svelte";
import type {
  CallId,
  CalledFunction,
  CallPhase,
  Completer,
  FilterPassage,
  FunctionCall,
  FunctionName,
  FunctionResult,
  LargeValue,
  Outcome,
  Progress,
  Recorded,
  Resolution,
  Timestamp,
  TurnFinding,
} from "$contract";
import { calledName, functionKey } from "$content/naming";

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
  /** How far it is, as the turn tells. */
  phase: CallPhase;
  startedAt: Timestamp | null;
  endedAt: Timestamp | null;
  /** Since when its function asks the person something, if it does. */
  askedAt: Timestamp | null;
  /** How long its function waited for the person before, in milliseconds. */
  waited: number;
  /** How the call itself ended. */
  ended: Outcome | null;
  /** The same call before, where its result answered this one. */
  answeredFrom: CallId | null;
  /** What the model was told. */
  result: FunctionResult | null;
  /** What really came of it, where the model is told less. */
  whole: Outcome | null;
  /** The result an equal call had before. */
  recorded: Recorded | null;
  /** Who completed it in the place of its function. */
  handedTo: Completer | null;
  passages: FilterPassage[];
  /** How many of them are about earlier runs of the same call. */
  earlierPassages: number;
  noticed: TurnFinding[];
  /** What is shown in part, where something is. */
  largeArguments: LargeValue | null;
  largeResult: LargeValue | null;
  /** How it ran, while a version is shown in which it did not. */
  shelved: Ran | null;
  progress: Progress | null;
};

export type Ran = Pick<
  CallState,
  "phase" | "startedAt" | "endedAt" | "askedAt" | "waited" | "ended" | "answeredFrom"
>;

export const NOT_RUN: Ran = {
  phase: { type: "waiting" },
  startedAt: null,
  endedAt: null,
  askedAt: null,
  waited: 0,
  ended: null,
  answeredFrom: null,
};

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
    recorded: null,
    handedTo: null,
    passages: [],
    earlierPassages: 0,
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
  /** The calls of each function, once somebody asked for those of one. */
  #functions: Map<string, CallKey[]> | null = null;
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

  /** Those of one function, the newest first. */
  *newestOf(name: FunctionName): Generator<CallState> {
    this.#watch();
    this.#functions ??= untrack(() => this.#byFunction());
    const keys = this.#functions.get(functionKey(name)) ?? [];
    for (let place = keys.length - 1; place >= 0; place -= 1) {
      const call = this.#calls.get(keys[place] ?? "");
      if (call !== undefined) yield call;
    }
  }

  /** Takes in a call, or the same one anew. */
  set(call: CallState): void {
    const watched = $state(call);
    const key = callKey(call.scope, call.id);
    const known = this.#calls.get(key);
    if (known === undefined) this.#file(key, call.function);
    else if (!isSame(known.function, call.function)) this.#functions = null;
    this.#calls.set(key, watched);
    this.#scopes.set(call.scope, (this.#scopes.get(call.scope) ?? new Set()).add(key));
    this.#changes += 1;
  }

  /** Takes in that it is a call of another function, as other versions of a message have them. */
  rename(call: CallState, called: CalledFunction): void {
    const isOther = !isSame(call.function, called);
    call.function = called;
    if (!isOther) return;
    this.#functions = null;
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

  #byFunction(): Map<string, CallKey[]> {
    const functions = new Map<string, CallKey[]>();
    for (const [key, call] of this.#calls) file(functions, key, call.function);
    return functions;
  }

  #file(key: CallKey, called: CalledFunction): void {
    if (this.#functions !== null) file(this.#functions, key, called);
  }
}

function file(functions: Map<string, CallKey[]>, key: CallKey, called: CalledFunction): void {
  const name = functionKey(calledName(called));
  const keys = functions.get(name);
  if (keys === undefined) functions.set(name, [key]);
  else keys.push(key);
}

function isSame(one: CalledFunction, other: CalledFunction): boolean {
  return functionKey(calledName(one)) === functionKey(calledName(other));
}
