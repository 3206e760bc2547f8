import type { CallOptions, FunctionChoice, RequestSettings } from "$contract";
import { functionTitle } from "$state/naming";

/** Whether the model may call, and how, in words. */
export function choiceText(choice: FunctionChoice, { parallel, strict }: CallOptions): string {
  return [
    oneChoiceText(choice),
    parallel === undefined ? null : parallel ? "several at once" : "one at a time",
    strict === undefined ? null : strict ? "strict arguments" : "loose arguments",
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function oneChoiceText(choice: FunctionChoice): string {
  switch (choice.type) {
    case "auto":
      return "may call";
    case "required":
      return "must call";
    case "none":
      return "must not call";
    case "function":
      return `must call ${functionTitle(choice.name)}`;
  }
}

/** What is set, in words. */
export function settingsText(settings: RequestSettings): string {
  const { temperature, topP, maxOutputTokens, seed, stop, responseFormat, streaming, more } = settings;
  const parts = [
    temperature === undefined ? null : `temperature ${temperature}`,
    topP === undefined ? null : `top p ${topP}`,
    maxOutputTokens === undefined ? null : `at most ${maxOutputTokens} tokens`,
    seed === undefined ? null : `seed ${seed}`,
    stop === undefined || stop.length === 0
      ? null
      : `stops at ${stop.map((text) => JSON.stringify(text)).join(", ")}`,
    responseFormat === undefined ? null : `answers as ${responseFormat.type}`,
    streaming === false ? "not streamed" : null,
    more === undefined ? null : `with ${Object.keys(more).join(", ")}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "the service’s own" : parts.join(", ");
}
