import { list, say } from "$language/say";
import type { CallOptions, FunctionChoice, RequestSettings } from "$contract";
import { cachingTitle } from "$plan/caching";
import { hostedTitle } from "$plan/hosted";
import { functionTitle } from "$content/naming";
import { thinkingTexts } from "$plan/thinking";

/** Whether the model may call, and how, in words. */
export function choiceText(
  choice: FunctionChoice,
  { parallel, strict, deferred, eager, fromCode }: CallOptions,
): string {
  return list(
    [
      oneChoiceText(choice),
      parallel === undefined ? null : parallel ? say("several at once") : say("one at a time"),
      strict === undefined ? null : strict ? say("strict arguments") : say("loose arguments"),
      deferred === true ? say("functions found by a search") : null,
      fromCode === true ? say("calls from code") : null,
      eager === true ? say("arguments as they are written") : null,
    ].filter((part) => part !== null),
  );
}

function oneChoiceText(choice: FunctionChoice): string {
  switch (choice.type) {
    case "auto":
      return say("may call");
    case "required":
      return say("must call");
    case "none":
      return say("must not call");
    case "function":
      return say("must call {name}", { name: functionTitle(choice.name) });
    case "allowed": {
      const names = list(choice.functions.map(functionTitle));
      return choice.required
        ? say("must call one of {names}", { names })
        : say("may call only {names}", { names });
    }
  }
}

/** What is set, in words. */
export function settingsText(settings: RequestSettings): string {
  const { temperature, topP, maxOutputTokens, seed, stop, responseFormat, streaming, more } = settings;
  const { contextTokens, caching, hosted = [] } = settings;
  const parts = [
    temperature === undefined ? null : say("temperature {temperature}", { temperature }),
    topP === undefined ? null : say("top p {topP}", { topP }),
    maxOutputTokens === undefined ? null : say("at most {maxOutputTokens} tokens", { maxOutputTokens }),
    seed === undefined ? null : say("seed {seed}", { seed }),
    stop === undefined || stop.length === 0
      ? null
      : say("stops at {stop}", { stop: list(stop.map((text) => JSON.stringify(text))) }),
    responseFormat === undefined ? null : say("answers as {type}", { type: responseFormat.type }),
    ...thinkingTexts(settings),
    contextTokens === undefined ? null : say("reads {contextTokens} tokens", { contextTokens }),
    caching === undefined ? null : say("cached: {caching}", { caching: cachingTitle(caching) }),
    hosted.length === 0
      ? null
      : say("with tools of the provider: {tools}", { tools: list(hosted.map(hostedTitle)) }),
    streaming === false ? say("not streamed") : null,
    more === undefined ? null : say("with {keys}", { keys: list(Object.keys(more)) }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? say("service default") : list(parts);
}
