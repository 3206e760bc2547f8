import { say } from "$language/say";
import type { CalledFunction, Effect, FunctionName, FunctionSpec, Origin } from "$contract";
import { shownText } from "$shared/text/unseen";

/** A name for a person: what can't be seen in it stands in brackets. */
export function functionTitle(name: FunctionName): string {
  return shownText(functionText(name));
}

/** The same with every character as it is. */
export function functionText(name: FunctionName): string {
  return name.plugin === null ? name.function : `${name.plugin} · ${name.function}`;
}

export function calledTitle(called: CalledFunction): string {
  return called.type === "known" ? functionTitle(called.name) : shownText(called.raw);
}

/** The same with every character as it is. */
export function calledText(called: CalledFunction): string {
  return functionText(calledName(called));
}

export function calledName(called: CalledFunction): FunctionName {
  return called.type === "known" ? called.name : { plugin: null, function: called.raw };
}

/** Whether a model is behind a wire. Those of services are named `service/model`; a script sends nothing. */
export function hasWire(model: string): boolean {
  return model.includes("/");
}

/** Whether a model runs on this computer, from a file. */
export function isLocal(model: string): boolean {
  return model.startsWith("local:");
}

/** A key for lists and look-ups. A separator that can't be in a name keeps the two parts apart. */
export function functionKey(name: FunctionName): string {
  return `${name.plugin ?? ""}\u0000${name.function}`;
}

export function isSameFunction(one: FunctionName, other: FunctionName): boolean {
  return one.plugin === other.plugin && one.function === other.function;
}

export function effectText(effect: Effect): string {
  switch (effect) {
    case "readsOnly":
      return say("reads only");
    case "changes":
      return say("changes something");
    case "unknown":
      return say("effects unknown");
  }
}

/** Whether a call may leave something behind. What is unknown counts as a change. */
export function mayChange(effect: Effect): boolean {
  return effect !== "readsOnly";
}

/** Who made something, as one says it. */
export function originText(origin: Origin): string {
  switch (origin) {
    case "model":
      return say("the model");
    case "person":
      return say("you");
    case "function":
      return say("the function");
    case "application":
      return "Callwright";
    case "simulated":
      return say("you, simulated");
    case "standIn":
      return say("a stand-in");
    case "fault":
      return say("an injected fault");
    case "edited":
      return say("you, edited");
    case "recorded":
      return say("a recording");
    case "informational":
      return say("the model, for information only");
  }
}

/** What is known of a called function, if there is one of that name. */
export function specOf(functions: FunctionSpec[], called: CalledFunction): FunctionSpec | null {
  const name = calledName(called);
  return functions.find((known) => isSameFunction(known.name, name)) ?? null;
}

/** The names among these that no function has, each once. */
export function missingAmong(names: readonly FunctionName[], functions: FunctionSpec[]): FunctionName[] {
  const known = new Set(functions.map(({ name }) => functionKey(name)));
  const missing = new Map(names.map((name) => [functionKey(name), name]));
  return [...missing].filter(([key]) => !known.has(key)).map(([, name]) => name);
}
