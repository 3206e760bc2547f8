import { say } from "$language/say";
import type { Budget, Effort, Functions, ModelFacts, Refusable, ThinkingMode, Thinks } from "$contract";
import { EFFORTS, MODES } from "$plan/thinking";
import { wholeNumber } from "$language/number";

export type Fact = { name: string; value: string };

const REFUSABLE: Record<Refusable, string> = {
  temperature: say("Temperature"),
  topP: say("Top p"),
  seed: say("Seed"),
  stop: say("Stop sequences"),
  forcedChoice: say("required: must call"),
  parallel: say("Parallel calls"),
  strict: say("Strict"),
  responseFormat: say("Response format"),
};
const FUNCTIONS: Record<Functions, string> = {
  taken: say("taken"),
  withoutThinking: say("taken while it does not think"),
  refused: say("not over this protocol"),
};
const THINKS: Record<Thinks, string | null> = {
  unknown: null,
  never: say("never"),
  ifAsked: say("if it is asked to"),
  unlessSwitchedOff: say("unless it is switched off"),
  always: say("always"),
};
const BUDGETS: Record<Budget, string | null> = {
  taken: null,
  refused: say("not taken"),
  needed: say("needed"),
};

/** What is known of a model, line by line. What nobody has said is not listed. */
export function factsOf(facts: ModelFacts): Fact[] {
  const { thinking } = facts;
  return [
    fact(say("Refuses"), list(facts.refuses.map((part) => REFUSABLE[part]))),
    fact(say("Refuses while it thinks"), list(facts.refusesThinking.map((part) => REFUSABLE[part]))),
    fact(say("Refuses beside functions"), list(facts.refusesBesideFunctions.map((part) => REFUSABLE[part]))),
    fact(say("Functions"), FUNCTIONS[facts.functions]),
    fact(say("Thinks"), THINKS[thinking.thinks]),
    fact(say("Can be told to think"), list(thinking.modes.map(modeTitle))),
    fact(say("Efforts"), list((thinking.efforts ?? []).map(effortTitle))),
    fact(say("Thinking budget in tokens"), BUDGETS[thinking.budget]),
    fact(say("Its thoughts"), facts.bindsThinking ? say("are bound to what was said before them") : null),
    fact(say("What it thinks"), thinking.isHidden ? say("is hidden unless it is asked for") : null),
    fact(say("Reads thoughts of"), list(facts.reads)),
    fact(say("Tokens it can read"), facts.context === null ? null : wholeNumber(facts.context)),
    fact(say("Max output tokens"), facts.output === null ? null : wholeNumber(facts.output)),
    fact(say("Functions at most"), facts.mostFunctions === null ? null : wholeNumber(facts.mostFunctions)),
    fact(say("Searches for functions"), facts.searches === true ? say("in words of its own") : null),
    fact(say("Media"), list(facts.media)),
  ].flat();
}

function fact(name: string, value: string | null): Fact[] {
  return value === null ? [] : [{ name, value }];
}

function list(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(say(", "));
}

function modeTitle(mode: ThinkingMode): string {
  return MODES.find(({ value }) => value === mode)?.title ?? mode;
}

function effortTitle(effort: Effort): string {
  return EFFORTS.find(({ value }) => value === effort)?.title ?? effort;
}
