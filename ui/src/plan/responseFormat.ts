import { say } from "$language/say";
import type { JsonValue, ResponseFormat } from "$contract";

export type FormatKind = ResponseFormat["type"] | "open";

export const FORMATS = [
  { value: "open", title: say("Service default") },
  { value: "text", title: say("Text") },
  { value: "json", title: "JSON", note: say("Any JSON. Most services want to be told so in words as well.") },
  { value: "schema", title: "JSON Schema", note: say("JSON that fits a schema") },
] as const satisfies readonly { value: FormatKind; title: string; note?: string }[];

/** What a schema begins as: one field, so that there is something to change. */
export function firstSchema(): JsonValue {
  return {
    type: "object",
    properties: { answer: { type: "string" } },
    required: ["answer"],
    additionalProperties: false,
  };
}

/** A name that every service takes: letters, digits, dashes. */
export function schemaFormat(name: string, schema: JsonValue): ResponseFormat {
  const kept = name.trim().replaceAll(/[^A-Za-z0-9_-]+/g, "_");
  return { type: "schema", name: kept === "" ? "answer" : kept.slice(0, 64), schema };
}

export function formatOf(kind: FormatKind, schema: JsonValue | null): ResponseFormat | undefined {
  switch (kind) {
    case "open":
      return undefined;
    case "text":
    case "json":
      return { type: kind };
    case "schema":
      return schemaFormat("answer", schema ?? firstSchema());
  }
}

/** What a composer says of it, as short as can be. */
export function formatText(format: ResponseFormat | undefined): string {
  switch (format?.type) {
    case undefined:
      return say("Any format");
    case "text":
      return say("Words");
    case "json":
      return "JSON";
    case "schema":
      return `JSON: ${format.name}`;
  }
}
