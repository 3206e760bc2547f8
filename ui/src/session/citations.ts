import type { Item, JsonValue } from "$contract";

/** Where words come from, as far as their provider says. */
export type Citation = { title: string; address: string | null };

type Fields = { [key: string]: JsonValue };

/** What a provider put beside a text to say where the text comes from, each place once. */
export function citationsOf(item: Item): Citation[] {
  if (item.type !== "reasoning" || item.providerState === undefined) return [];
  const found = entries(item.providerState.state).flatMap((entry) => citation(entry) ?? []);
  const keys = found.map(({ title, address }) => `${address ?? ""} ${address === null ? title : ""}`);
  return found.filter((_, at) => keys.indexOf(keys[at] ?? "") === at);
}

/** Each protocol keeps them in lists of its own. */
function entries(state: JsonValue): Fields[] {
  const chunks = listAt(state, "groundingMetadata", "groundingChunks").flatMap((chunk) =>
    Object.values(chunk).filter(isFields),
  );
  const wrapped = listAt(state, "annotations").map((annotation) =>
    isFields(annotation["url_citation"]) ? annotation["url_citation"] : annotation,
  );
  return [
    ...listAt(state, "citations"),
    ...wrapped,
    ...chunks,
    ...listAt(state, "citationMetadata", "citations"),
    ...listAt(state, "citationMetadata", "citationSources"),
  ];
}

function citation(entry: Fields): Citation | null {
  const web = fieldsAt(fieldsAt(entry["location"])?.["web"]);
  const address = text(entry["url"]) ?? text(entry["uri"]) ?? text(web?.["url"]);
  const title =
    text(entry["title"]) ??
    text(entry["document_title"]) ??
    text(entry["filename"]) ??
    text(entry["file_id"]);
  const said = title ?? address ?? text(entry["cited_text"]);
  return said === null ? null : { title: said, address };
}

function listAt(value: JsonValue, ...path: string[]): Fields[] {
  const found = path.reduce<JsonValue | undefined>((at, name) => fieldsAt(at)?.[name], value);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

function fieldsAt(value: JsonValue | undefined): Fields | null {
  return isFields(value) ? value : null;
}

function isFields(value: JsonValue | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
