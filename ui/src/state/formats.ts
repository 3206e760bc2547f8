import type { Format, Loss } from "$contract";
import { count } from "$state/summary";

type FormatWords = { format: Format; title: string; note: string };

const WORDS: Record<Format, Omit<FormatWords, "format">> = {
  own: { title: "Callwright", note: "Everything that was said, without loss" },
  semanticKernel: { title: "Semantic Kernel", note: "ChatHistory, as System.Text.Json writes it" },
  extensionsAi: { title: "Microsoft.Extensions.AI", note: "A list of ChatMessage" },
  openAiChat: { title: "OpenAI Chat Completions", note: "The messages of a request" },
  openAiResponses: { title: "OpenAI Responses", note: "The input items of a request" },
  anthropic: { title: "Anthropic Messages", note: "System text and messages" },
  gemini: { title: "Gemini", note: "The contents of a request" },
  openTelemetry: { title: "OpenTelemetry", note: "Messages of the GenAI conventions" },
  jsonLines: { title: "JSON Lines", note: "One message a line, as for fine-tuning" },
};

/** Every form of a conversation, in the order they are offered. */
export const FORMATS: FormatWords[] = (Object.keys(WORDS) as Format[]).map((format) => ({
  format,
  ...WORDS[format],
}));

export function formatTitle(format: Format): string {
  return WORDS[format].title;
}

export function lossesTitle(losses: Loss[]): string {
  return losses.length === 0
    ? "Everything was carried over"
    : `${count(losses.length, "thing", "things")} could not be carried over`;
}
