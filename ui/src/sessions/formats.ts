import { count, say } from "$language/say";
import type { Document, ExportForm, Format, Loss } from "$contract";

type FormatWords = { format: Format; title: string; note: string };

const WORDS: Record<Format, Omit<FormatWords, "format">> = {
  own: { title: "Callwright", note: say("Everything that was said, without loss") },
  semanticKernel: { title: "Semantic Kernel", note: say("ChatHistory, as System.Text.Json writes it") },
  extensionsAi: { title: "Microsoft.Extensions.AI", note: say("A list of ChatMessage") },
  openAiChat: { title: "OpenAI Chat Completions", note: say("The messages of a request") },
  openAiResponses: { title: "OpenAI Responses", note: say("The input items of a request") },
  anthropic: { title: "Anthropic Messages", note: say("System text and messages") },
  gemini: { title: "Gemini", note: say("The contents of a request") },
  openTelemetry: { title: "OpenTelemetry", note: say("Messages of the GenAI conventions") },
  jsonLines: { title: say("JSON Lines"), note: say("One message a line, as for fine-tuning") },
};

/** Every form of a conversation, in the order they are offered. */
export const FORMATS: FormatWords[] = (Object.keys(WORDS) as Format[]).map((format) => ({
  format,
  ...WORDS[format],
}));

/** A form of an export, in words. */
export type FormWords = { form: ExportForm; title: string; note: string };

/** The forms for people, which hold comparisons as well. */
export const DOCUMENTS: readonly (FormWords & { form: Document })[] = [
  { form: "html", title: "HTML", note: say("One page to read in any browser, without scripts") },
  { form: "markdown", title: "Markdown", note: say("Text for people") },
  {
    form: "picture",
    title: say("Picture (SVG)"),
    note: say("Drawn as messages and cards, lanes side by side"),
  },
];

/** Every form of an export of a session, in the order they are offered. */
export const FORMS: readonly FormWords[] = [
  ...DOCUMENTS,
  {
    form: "nextRequest",
    title: say("Next request (JSON)"),
    note: say("Messages, functions and settings as sent to the model"),
  },
  ...FORMATS.map(({ format, title, note }) => ({ form: format, title, note })),
];

export function formatTitle(format: Format): string {
  return WORDS[format].title;
}

export function lossesTitle(losses: Loss[]): string {
  return losses.length === 0
    ? say("Everything was carried over")
    : say("{count} could not be carried over", { count: count(losses.length, "thing", "things") });
}
