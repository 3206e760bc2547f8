import { asWritten } from "$language/notices";
import type {
  CommandName,
  ExportedSession,
  ExportSession,
  Finding,
  ExportForm,
  ImportedSession,
  ImportPiece,
  ImportSession,
  Message,
  NamedSession,
  Overview,
  PreviewReduction,
  ReduceHistory,
  RepairHistory,
  SavedSession,
} from "$contract";
import { hostError } from "$host/host";
import { previewOf, reductionDone } from "$host/scripted/reduction";

/** What is told of a session that came in, where the text can be read as JSON. */
const LOSSES: ImportedSession["losses"] = [
  { place: "/messages/0/name", what: asWritten("Names of people are not kept.") },
  { place: "/messages/2/refusal", what: asWritten("A refusal was taken in as text.") },
  { place: "/messages/3/audio", what: asWritten("A sound was left out.") },
  { place: "/metadata", what: asWritten("Notes beside the messages were left out.") },
];

/** What its request said of functions that are nowhere. */
const FUNCTIONS: ImportedSession["functions"] = [
  {
    name: "get_tide",
    description: "Tells when the tide is high at a place.",
    parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
    effect: "changes",
  },
];

const SETTINGS: ImportedSession["settings"] = [
  { name: "temperature", value: "0.2" },
  { name: "max_completion_tokens", value: "500" },
  { name: "tool_choice", value: '"required"' },
  { name: "response_format", value: '{"type":"json_object"}' },
];

const COMMANDS = [
  "overview",
  "session_discard",
  "session_restore",
  "session_erase",
  "session_import",
  "import_begin",
  "import_piece",
  "import_end",
  "import_stop",
  "session_export",
  "session_save",
  "history_check",
  "history_repair",
  "instructions_adopt",
  "reduction_preview",
  "history_reduce",
  "summary_write",
  "summary_stop",
] as const;

export type HistoryCommand = (typeof COMMANDS)[number];

export function isHistoryCommand(command: CommandName): command is HistoryCommand {
  return COMMANDS.some((known) => known === command);
}

/** The sessions and their upkeep, as far as a page can tell them from the real ones. */
export class ScriptedHistory {
  readonly #overview: Overview;
  #findings: Finding[];
  #taken = 0;
  #begun = 0;

  constructor(overview: Overview, findings: Finding[]) {
    this.#overview = structuredClone(overview);
    this.#findings = structuredClone(findings);
  }

  reply(command: HistoryCommand, args: unknown, messages: Message[]): unknown {
    switch (command) {
      case "overview":
        return structuredClone(this.#overview);
      case "session_discard":
        return this.#carry(args as NamedSession, "sessions", "discarded");
      case "session_restore":
        return this.#carry(args as NamedSession, "discarded", "sessions");
      case "session_erase":
        return this.#carry(args as NamedSession, "discarded", null);
      case "session_import":
        return this.#import(args as ImportSession, messages.length);
      case "import_begin":
        return { session: this.#begin() };
      case "import_piece":
        return { messages: this.#take(args as ImportPiece) };
      case "import_end":
        return this.#import(
          { text: "[]", format: null, title: null },
          this.#taken,
          (args as NamedSession).session,
        );
      case "import_stop":
        return {};
      case "session_export":
        return exported(args as ExportSession, messages);
      case "session_save":
        return saved(args as ExportSession, messages);
      case "history_check":
        return { findings: structuredClone(this.#findings), more: 0 };
      case "history_repair":
        return this.#repair(args as RepairHistory, messages.at(-1)?.id ?? null);
      case "instructions_adopt":
        return { before: messages.at(-1)?.id ?? null };
      case "reduction_preview":
        return previewOf((args as PreviewReduction).reduction, messages);
      case "history_reduce":
        return reductionDone(args as ReduceHistory, messages);
      case "summary_write":
        return { text: "Boston is cloudy at 12 °C. Oslo is still open.", exchange: "x1" };
      case "summary_stop":
        return {};
    }
  }

  #carry({ session }: NamedSession, from: "sessions" | "discarded", to: typeof from | null): unknown {
    const moved = this.#overview[from].filter(({ id }) => id === session);
    this.#overview[from] = this.#overview[from].filter(({ id }) => id !== session);
    if (to !== null) this.#overview[to].push(...moved);
    return {};
  }

  /** The first is called as one that comes in at once. */
  #begin(): string {
    this.#begun += 1;
    return this.#begun === 1 ? "imported" : `imported-${this.#begun}`;
  }

  /** Of each piece as many messages as it has lines. */
  #take({ text, number }: ImportPiece): number {
    if (text.includes("nothing")) throw hostError("The text is not JSON at line 7, column 3.", null);
    this.#taken = (number === 0 ? 0 : this.#taken) + text.split("\n").length - 1;
    return this.#taken;
  }

  #import({ text, title }: ImportSession, messages: number, id = "imported"): ImportedSession {
    if (!/^\s*[[{]/.test(text)) {
      throw hostError(
        "This is no conversation in a form that is known.",
        "Paste the whole text of the file.",
      );
    }
    const now = Date.now();
    const session = {
      id,
      title: title ?? "Imported conversation",
      created: now,
      changed: now,
      models: [],
      tags: [],
    };
    this.#overview.sessions.unshift(session);
    const model = { name: "gpt-5.6-sol", here: null };
    const done = { session, messages, losses: LOSSES, functions: FUNCTIONS, settings: SETTINGS, model };
    return { format: "openAiChat", ...done };
  }

  #repair({ finding }: RepairHistory, before: string | null): unknown {
    const isRepaired = (found: Finding): boolean =>
      found.repair !== undefined && (finding === null || found.kind === finding.kind);
    const done = this.#findings.filter(isRepaired).flatMap(({ repair }) => repair?.label ?? []);
    this.#findings = this.#findings.filter((found) => !isRepaired(found));
    return { done, before };
  }
}

/** What the real application shows at most, in letters. */
const SHOWN = 1 << 20;

function exported({ format }: ExportSession, messages: Message[]): ExportedSession {
  const text = textOf(messages);
  const [fileName, isShown] = [fileNameOf(format), text.length <= SHOWN];
  return { text: isShown ? text : null, fileName, losses: isShown ? lossesOf(format) : [] };
}

function saved({ format }: ExportSession, messages: Message[]): SavedSession {
  const path = `~/.local/share/callwright/exports/${fileNameOf(format)}`;
  return { file: { path, size: textOf(messages).length }, losses: lossesOf(format) };
}

function textOf(messages: Message[]): string {
  const shown = messages.map(({ role, items }) => ({ role, items }));
  return JSON.stringify(shown, null, 2);
}

function fileNameOf(format: ExportForm): string {
  return `conversation.${format}.json`;
}

function lossesOf(format: ExportForm): ImportedSession["losses"] {
  return format === "own" ? [] : LOSSES;
}
