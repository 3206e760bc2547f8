import { count, say } from "$language/say";
import type { JsonValue, Media, Outcome, Output } from "$contract";
import { assertNever } from "$shared/assertNever";
import { type JsonNode, type LiteralKind, readJson, writeInline } from "$shared/text/json";
import { closeJson } from "$shared/text/partialJson";

/** A piece of a call's one line, with what it is, so that it can be coloured. */
export type Token = { kind: "name" | "mark" | LiteralKind; text: string };

const LONGEST_LINE = 160;
const LONGEST_LITERAL = 48;

/** The arguments as `city: "Boston", days: 2`. What is not an object yet is shown as it came. */
export function argumentTokens(raw: string): Token[] {
  const { node } = readJson(raw.trim() === "" ? "{}" : raw);
  if (node?.type !== "object") return [{ kind: "mark", text: clip(oneLine(raw), LONGEST_LINE) }];
  const tokens: Token[] = [];
  let length = 0;
  for (const { key, value } of node.members) {
    if (tokens.length > 0) tokens.push({ kind: "mark", text: ", " });
    if (length > LONGEST_LINE) return [...tokens, { kind: "mark", text: "…" }];
    const shown = valueToken(value);
    tokens.push({ kind: "name", text: key }, { kind: "mark", text: ": " }, shown);
    length += key.length + shown.text.length;
  }
  return tokens;
}

/** The same for arguments that are still being written. */
export function partialTokens(draft: string): Token[] {
  const closed = closeJson(draft);
  return closed === null ? [] : argumentTokens(closed);
}

function valueToken(node: JsonNode): Token {
  if (node.type === "literal") return { kind: node.kind, text: clipLiteral(node.text, node.kind) };
  return { kind: "mark", text: clip(writeInline(node), LONGEST_LITERAL) };
}

function clipLiteral(text: string, kind: LiteralKind): string {
  if (text.length <= LONGEST_LITERAL) return text;
  return kind === "string" ? `${text.slice(0, LONGEST_LITERAL)}…"` : clip(text, LONGEST_LITERAL);
}

/** What came of a call, in one line. */
export function outcomeSummary(outcome: Outcome): string {
  switch (outcome.type) {
    case "returned":
      return outputSummary(outcome.output);
    case "failed":
      return clip(oneLine(outcome.failure.message), LONGEST_LINE);
    case "declined":
      return outcome.reason.trim() === ""
        ? say("declined")
        : say("declined: {reason}", { reason: clip(oneLine(outcome.reason), LONGEST_LINE) });
    default:
      return assertNever(outcome);
  }
}

function outputSummary(output: Output): string {
  switch (output.type) {
    case "nothing":
      return say("nothing");
    case "text":
      return output.text === "" ? say("empty text") : clip(oneLine(output.text), LONGEST_LINE);
    case "json":
      return valueSummary(output.value);
    case "media":
      return mediaSummary(output.media);
    case "several":
      return clip(output.parts.map(outputSummary).join(" · "), LONGEST_LINE);
    default:
      return assertNever(output);
  }
}

/** Texts speak for themselves, and the other names of an object are in the tree. */
function valueSummary(value: JsonValue): string {
  if (typeof value === "string") return value === "" ? say("empty text") : clip(oneLine(value), LONGEST_LINE);
  if (Array.isArray(value))
    return value.length === 0 ? say("empty list") : count(value.length, "entry", "entries");
  if (value === null || typeof value !== "object") return String(value);
  const plain = Object.entries(value).flatMap(([name, part]) => partSummary(name, part) ?? []);
  if (plain.length === 0) return clip(JSON.stringify(value), LONGEST_LINE);
  return clip(oneLine(plain.join(", ")), LONGEST_LINE);
}

/** A number says little without its name. */
function partSummary(name: string, part: JsonValue): string | null {
  if (part === null || typeof part === "object") return null;
  return typeof part === "string" ? part : `${name}: ${part.toString()}`;
}

export function mediaSummary(media: Media): string {
  if (media.source.type === "address")
    return say("{mimeType} at {uri}", { mimeType: media.mimeType, uri: media.source.uri });
  return `${media.mimeType}, ${byteCount(Math.floor((media.source.base64.length * 3) / 4))}`;
}

/** The pictures a page may show: they hold pixels and nothing that runs. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Where a picture that came with its bytes can be shown from. One that lies elsewhere is never fetched. */
export function pictureAddress(media: Media): string | null {
  const { mimeType, source } = media;
  return source.type === "inline" && PICTURES.includes(mimeType)
    ? `data:${mimeType};base64,${source.base64}`
    : null;
}

export function byteCount(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function clip(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
