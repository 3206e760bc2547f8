import { say } from "$language/say";
import type { Effort, OnVoid, RequestSettings, Thinking, ThinkingDisplay, ThinkingMode } from "$contract";
import { withSetting } from "$content/settings";

type Option<T extends string> = { value: T | ""; title: string; note: string };

const OPEN = { value: "", title: say("service default") } as const;

export const MODES: readonly Option<ThinkingMode>[] = [
  { ...OPEN, note: say("What the model does by default.") },
  { value: "on", title: say("on"), note: say("As much as the model finds fit.") },
  { value: "betweenTools", title: say("between calls"), note: say("Only once a function has answered.") },
  { value: "off", title: say("off"), note: say("It answers at once. Some models can’t be switched off.") },
];

/** Of each kind the ones a model takes may be fewer. The nearest is sent then, and that is told. */
export const EFFORTS: readonly Option<Effort>[] = [
  { ...OPEN, note: say("How hard the model tries, in thoughts and in words.") },
  { value: "minimal", title: say("minimal"), note: say("Hardly any thinking; the fastest.") },
  { value: "low", title: say("low"), note: say("Short thoughts, few tokens.") },
  { value: "medium", title: say("medium"), note: say("A middle way between speed and care.") },
  { value: "high", title: say("high"), note: say("Thorough; takes longer and costs more.") },
  { value: "xhigh", title: say("xhigh"), note: say("Very high: for hard work with many calls.") },
  { value: "max", title: say("max"), note: say("As hard as it can, without regard to time and tokens.") },
];

export const DISPLAYS: readonly Option<ThinkingDisplay>[] = [
  { ...OPEN, note: say("How much of its thoughts the model shows.") },
  {
    value: "omitted",
    title: say("omitted"),
    note: say("Not shown: the answer begins sooner. Thoughts cost the same."),
  },
  { value: "summarized", title: say("summarized"), note: say("A summary of each thought.") },
  { value: "detailed", title: say("detailed"), note: say("Longer summaries, where the service has them.") },
];

export const ON_VOID: readonly Option<OnVoid>[] = [
  {
    ...OPEN,
    note: say("Thoughts are bound to what was said before them. Changing that makes them void."),
  },
  {
    value: "drop",
    title: say("dropped by the provider"),
    note: say("They are sent, and the provider takes out those it does not accept."),
  },
  {
    value: "leaveOut",
    title: say("left out"),
    note: say("They are not sent at all, which any provider accepts."),
  },
  {
    value: "leaveOutAll",
    title: say("left out with all others"),
    note: say("No thought is sent, void or not. For providers that refuse one without a reason known here."),
  },
];

/** The same settings with one part of thinking changed. Where no part is set, nothing is said of thinking. */
export function withThinking<K extends keyof Thinking>(
  settings: RequestSettings,
  part: K,
  value: Thinking[K] | undefined,
): RequestSettings {
  const thinking = withSetting(settings.thinking ?? {}, part, value);
  return withSetting(settings, "thinking", Object.keys(thinking).length === 0 ? undefined : thinking);
}

/** What is set of thinking, in words. */
export function thinkingTexts({ thinking = {}, onVoid }: RequestSettings): string[] {
  const { mode, effort, budget, display } = thinking;
  return [
    mode === undefined ? null : say("thinking {mode}", { mode: titleOf(MODES, mode) }),
    effort === undefined ? null : say("effort {effort}", { effort: titleOf(EFFORTS, effort) }),
    budget === undefined ? null : say("{budget} tokens to think with", { budget }),
    display === undefined ? null : say("thoughts {display}", { display: titleOf(DISPLAYS, display) }),
    onVoid === undefined ? null : say("invalidated reasoning {what}", { what: titleOf(ON_VOID, onVoid) }),
  ].filter((text) => text !== null);
}

function titleOf<T extends string>(options: readonly Option<T>[], value: T): string {
  return options.find((option) => option.value === value)?.title ?? value;
}
