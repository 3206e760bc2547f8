import { say } from "$language/say";
import type { CaseFunction, JsonValue, Varied, VariedValue } from "$contract";

/** What can differ between lanes besides the model. */
export type VariedKind =
  | "temperature"
  | "effort"
  | "instructions"
  | "description"
  | "schema"
  | "limit"
  | "style"
  | "repair"
  | "choice"
  | "strict"
  | "guidance"
  | "other";

/** One thing that varies, as it is written in fields. */
export type VariedRow = {
  kind: VariedKind;
  /** Whose description or schema it is, or the name of another setting. */
  name: string;
  /** Values that are separated by commas. */
  values: string;
  /** Whole texts, a lane for each. */
  texts: readonly string[];
  /** Whether a lane has it as the cases say. */
  hasOriginal: boolean;
};

export const VARIED_KINDS: readonly { value: VariedKind; title: string }[] = [
  { value: "temperature", title: say("Temperature") },
  { value: "effort", title: say("Reasoning effort") },
  { value: "instructions", title: say("Instructions") },
  { value: "description", title: say("Description of a function") },
  { value: "schema", title: say("Schema of a function") },
  { value: "limit", title: say("Functions that selection offers") },
  { value: "style", title: say("Style of names") },
  { value: "repair", title: say("Names that are not quite right") },
  { value: "choice", title: say("Function choice") },
  { value: "strict", title: say("Strict arguments") },
  { value: "guidance", title: say("Guidance") },
  { value: "other", title: say("Another setting of requests") },
];

/** Examples of values, where nothing is written yet. */
export const EXAMPLES: Readonly<Record<VariedKind, string>> = {
  temperature: "0, 0.7",
  effort: "low, high",
  instructions: "",
  description: "",
  schema: "",
  limit: "5, 20",
  style: "-, _, functionAlone",
  repair: "refuse, allow",
  choice: "auto, required",
  strict: "false, true",
  guidance: "none, full",
  other: "1, 2",
};

/** The name of a setting, as an example. */
export const OTHER_SETTING = "topP";

const NAMES: Partial<Record<VariedKind, string>> = {
  temperature: "temperature",
  effort: "thinking.effort",
  instructions: "instructions",
  limit: "selection.limit",
  style: "names.style",
  repair: "names.onRepair",
  choice: "choice",
  strict: "calls.strict",
  guidance: "guidance",
};

export function hasTexts(kind: VariedKind): boolean {
  return kind === "instructions" || kind === "description" || kind === "schema";
}

export function isOfFunction(kind: VariedKind): boolean {
  return kind === "description" || kind === "schema";
}

/** Nothing, where a field can't be read. */
export function variedOf(row: VariedRow): Varied | null {
  const name = NAMES[row.kind] ?? (isOfFunction(row.kind) ? `${row.kind}:${row.name}` : row.name.trim());
  if (name === "" || name.endsWith(":")) return null;
  const values = hasTexts(row.kind) ? textsOf(row) : valuesIn(row.values);
  return values === null || values.length === 0 ? null : { name, values };
}

function textsOf({ kind, texts, hasOriginal }: VariedRow): VariedValue[] | null {
  const written = texts.map((text, at): VariedValue | null => {
    const value = kind === "schema" ? objectIn(text) : text.trim() === "" ? null : text;
    return value === null ? null : { label: String(at + 1), value };
  });
  const sound = written.filter((one) => one !== null);
  if (sound.length !== written.length) return null;
  return hasOriginal ? [{ value: null }, ...sound] : sound;
}

function objectIn(text: string): JsonValue | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Values are JSON, or texts where they are none. */
function valuesIn(text: string): VariedValue[] | null {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.some((part) => part === "")) return null;
  return parts.map((part) => {
    try {
      return { value: JSON.parse(part) as JsonValue };
    } catch {
      return { value: part };
    }
  });
}

/** What varies between the lanes of the next experiment. */
export class Varying {
  rows = $state.raw<readonly VariedRow[]>([]);
  /** Nothing, where a row can't be read. */
  readonly varied = $derived.by(() => {
    const varied = this.rows.map(variedOf);
    return varied.every((one) => one !== null) ? varied : null;
  });
  /** Lanes for each model. */
  readonly lanes = $derived.by(() =>
    (this.varied ?? []).reduce((product, { values }) => product * values.length, 1),
  );

  add(): void {
    const kind = VARIED_KINDS.find(({ value }) => this.rows.every((row) => row.kind !== value));
    this.rows = [...this.rows, emptyRow(kind?.value ?? "other")];
  }

  change(at: number, row: VariedRow): void {
    this.rows = this.rows.map((one, place) => (place === at ? row : one));
  }

  remove(at: number): void {
    this.rows = this.rows.filter((_, place) => place !== at);
  }
}

export function emptyRow(kind: VariedKind): VariedRow {
  return { kind, name: "", values: "", texts: [""], hasOriginal: true };
}

/** The row for another kind, or for another function, whose words are a beginning. */
export function ofFunction(row: VariedRow, name: string, functions: readonly CaseFunction[]): VariedRow {
  const known = functions.find((one) => one.name === name);
  const isSchema = row.kind === "schema" && known?.parameters !== undefined;
  const words = isSchema ? JSON.stringify(known.parameters, null, 2) : (known?.description ?? "");
  return { ...row, name, texts: row.texts.length <= 1 ? [words] : row.texts };
}
