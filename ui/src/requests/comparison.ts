import { say } from "$language/say";
import { told } from "$language/told";
import type { Adaptation, ComparedRequest, RequestColumn, RequestPart, RequestPartKind } from "$contract";
import { type JsonNode, type LiteralKind, readJson } from "$shared/text/json";
import { nodeAt } from "$editor/jsonEdits";

/**
 * How a line stands to the request on the left: the same, the same content under another name, or found here only.
 */
export type LineMark = "same" | "moved" | "own";

export type Line = {
  depth: number;
  key: string | null;
  text: string;
  kind: LiteralKind | "mark";
  mark: LineMark;
};

/** A piece of a body, where it stands in it, and what is written around it. */
export type Piece = { at: string; around: string; lines: Line[] };

export type Cell = {
  pieces: Piece[];
  adaptations: Adaptation[];
  /** Where the request goes, which tells some providers the model. */
  address: string | null;
};

export type ComparedRow = { type: "part"; key: string; part: RequestPart; cells: Cell[] };

export type SectionRow = { type: "section"; key: string; title: string; count: number };

export type GridRow = ComparedRow | SectionRow;

const SECTIONS: readonly { title: string; kinds: readonly RequestPartKind[] }[] = [
  { title: say("Model"), kinds: ["model"] },
  { title: say("Instructions"), kinds: ["system"] },
  { title: say("Messages"), kinds: ["person", "assistant", "results"] },
  { title: say("Functions"), kinds: ["function"] },
  { title: say("Choice"), kinds: ["choice", "calls"] },
  { title: say("Settings"), kinds: ["setting"] },
  { title: say("Written by the protocol itself"), kinds: ["protocol"] },
];

/** A list up to so many letters stands in one line. */
const LONGEST_LIST = 48;

/** Every part of a request with what each protocol makes of it, the first protocol being what others are held against. */
export function rowsOf(compared: ComparedRequest): ComparedRow[] {
  const bodies = compared.columns.map(({ preview }) =>
    preview === null ? null : readJson(preview.body).node,
  );
  const known = new Set(compared.parts.map(({ place }) => place));
  return compared.parts.flatMap((part) => {
    const cells = compared.columns.map((column, index) => cellOf(part, column, bodies[index] ?? null, known));
    const isEmpty = cells.every(({ pieces, adaptations }) => pieces.length + adaptations.length === 0);
    if (isEmpty && part.kind === "protocol") return [];
    markAgainst(cells);
    return [{ type: "part" as const, key: part.place, part, cells }];
  });
}

/** The rows under their headings. Sections that are folded show their heading only. */
export function gridOf(rows: readonly ComparedRow[], folded: ReadonlySet<string>): GridRow[] {
  return SECTIONS.flatMap(({ title, kinds }): GridRow[] => {
    const own = rows.filter(({ part }) => kinds.includes(part.kind));
    if (own.length === 0) return [];
    const section = {
      type: "section" as const,
      key: `section ${title}`,
      title,
      count: own.length,
    };
    return folded.has(section.key) ? [section] : [section, ...own];
  });
}

/** Whether any of a row's words holds a text. */
export function holds(row: ComparedRow, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const has = (words: string | null): boolean => words?.toLowerCase().includes(wanted) ?? false;
  if (wanted === "" || has(told(row.part.text))) return true;
  return row.cells.some(
    ({ pieces, adaptations }) =>
      pieces.some(({ at, lines }) => has(at) || lines.some((line) => has(line.key) || has(line.text))) ||
      adaptations.some(({ what, why }) => has(told(what)) || has(told(why))),
  );
}

function cellOf(
  part: RequestPart,
  column: RequestColumn,
  body: JsonNode | null,
  known: ReadonlySet<string>,
): Cell {
  const own = column.pieces.filter(({ places }) => places.includes(part.place));
  const pieces = own.flatMap(({ pointer, within }): Piece[] => {
    const node = nodeAt(body, pathOf(pointer));
    if (node === null) return [];
    const around = within === undefined ? "" : scalarsOf(nodeAt(body, pathOf(within)));
    return [{ at: titleOf(pointer), around, lines: linesOf(node) }];
  });
  const adaptations = (column.preview?.adaptations ?? []).filter(({ places }) =>
    places.some((place) => isIn(place, part, known)),
  );
  const address = part.kind === "model" ? addressOf(column) : null;
  return { pieces, adaptations, address };
}

function addressOf({ preview }: RequestColumn): string | null {
  return preview === null ? null : `${preview.method} ${preview.url}`;
}

/** What was adapted in a part, or, where no part has the place, in what the protocol adds. */
function isIn(place: string, part: RequestPart, known: ReadonlySet<string>): boolean {
  if (place === part.place || place.startsWith(`${part.place}/`)) return true;
  const stem = place.split("/").slice(0, 3).join("/");
  return part.kind === "protocol" && !known.has(place) && !known.has(stem);
}

/** A JSON pointer as steps. A number is a step into a list. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function titleOf(pointer: string): string {
  return pathOf(pointer)
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

function scalarsOf(node: JsonNode | null): string {
  if (node?.type !== "object") return "";
  const scalars = node.members.flatMap(({ key, value }) =>
    value.type === "literal" ? [`${key}: ${value.text}`] : [],
  );
  return scalars.join(", ");
}

function linesOf(node: JsonNode): Line[] {
  const lines: Line[] = [];
  const add = (depth: number, key: string | null, text: string, kind: Line["kind"]): void => {
    lines.push({ depth, key, text, kind, mark: "same" });
  };
  const write = (value: JsonNode, depth: number, key: string | null): void => {
    if (value.type === "literal") {
      add(depth, key, value.text, value.kind);
      return;
    }
    const inner =
      value.type === "array"
        ? value.items.map((item) => ({ key: null, value: item }))
        : value.members.map((member) => ({ key: member.key, value: member.value }));
    const [begin, end] = value.type === "array" ? ["[", "]"] : ["{", "}"];
    const inline = value.type === "array" ? shortList(value.items) : null;
    if (inline !== null) {
      add(depth, key, inline, "word");
      return;
    }
    if (inner.length === 0) {
      add(depth, key, begin + end, "mark");
      return;
    }
    add(depth, key, begin, "mark");
    for (const one of inner) write(one.value, depth + 1, one.key);
    add(depth, null, end, "mark");
  };
  write(node, 0, null);
  return lines;
}

/** A list of a few plain values, in one line. */
function shortList(items: readonly JsonNode[]): string | null {
  const texts = items.flatMap((item) => (item.type === "literal" ? [item.text] : []));
  const inline = `[${texts.join(", ")}]`;
  return items.length > 0 && texts.length === items.length && inline.length <= LONGEST_LIST ? inline : null;
}

function markAgainst(cells: readonly Cell[]): void {
  const reference = cells.find(({ pieces }) => pieces.length > 0);
  if (reference === undefined) return;
  const lines = reference.pieces.flatMap((piece) => piece.lines);
  const keys = new Set(lines.map(({ key }) => key));
  const values = new Set(lines.map(({ text }) => text));
  const pairs = new Set(lines.map(pairOf));
  for (const cell of cells) {
    if (cell === reference) continue;
    for (const line of cell.pieces.flatMap((piece) => piece.lines)) {
      if (line.kind === "mark") line.mark = keys.has(line.key) ? "same" : "moved";
      else if (!pairs.has(pairOf(line))) line.mark = values.has(line.text) ? "moved" : "own";
    }
  }
}

function pairOf({ key, text }: Line): string {
  return `${key ?? ""}\n${text}`;
}
