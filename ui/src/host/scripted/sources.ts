import { asWritten } from "$language/notices";
import type { CommandName, DraftLook, FunctionRun, OwnSourcesNow, RunFunction, SaveServer } from "$contract";

const COMMANDS = [
  "sources_list",
  "servers_read",
  "server_save",
  "server_restart",
  "server_log_in",
  "definitions_read",
  "definitions_save",
  "prompt_save",
  "source_remove",
  "document_read",
  "source_make",
  "source_put_away",
  "request_answer",
  "answer_draft",
  "function_run",
  "function_run_stop",
  "consents_give",
  "consents_forget",
] as const;

type SourceCommand = (typeof COMMANDS)[number];

export const NO_SOURCES: OwnSourcesNow = {
  version: 0,
  servers: [],
  pasted: [],
  prompts: [],
  requests: [],
  runs: [],
  keeping: { id: "keys-kept.in-file", values: { file: "keys.sealed" } },
};

const PETS: DraftLook = {
  title: "Pet store",
  operations: [
    { name: "listPets", place: "get /pets", description: "Lists pets." },
    { name: "createPet", place: "post /pets", description: "Adds a pet." },
    { name: "showPetById", place: "get /pets/{petId}", description: "Shows a pet." },
  ],
  hosts: ["https://pets.example"],
  keys: ["api_key"],
  problems: [
    {
      id: "open-api-problem.unusable",
      values: { place: "PUT /pets/{petId}" },
      cause: { id: "operation.dangling", values: { reference: "#/components/schemas/Gone" } },
    },
  ],
};

/** A recording keeps no agreement, so it asks each time. */
const ASKED: FunctionRun = {
  outcome: null,
  asks: [{ type: "consent", to: [asWritten("change files in ~/notes")] }],
  findings: [],
  bound: null,
  origin: null,
  took: 0,
};

export function isSourceCommand(command: CommandName): command is SourceCommand {
  return (COMMANDS as readonly string[]).includes(command);
}

/** What the application would say about sources. */
export function sourceReply(command: SourceCommand, args: unknown, now: OwnSourcesNow): unknown {
  switch (command) {
    case "sources_list":
      return now;
    case "servers_read":
      return { servers: [], notes: [] };
    case "definitions_read":
      return { forms: [], definitions: [], notes: [] };
    case "document_read":
      return PETS;
    case "source_make":
    case "source_put_away":
      return { folder: "~/.local/share/callwright/plugins/pets" };
    case "server_save": {
      const { settings } = args as SaveServer;
      return { ...settings, id: settings.id === "" ? settings.title : settings.id };
    }
    case "definitions_save":
    case "prompt_save":
      return args;
    case "answer_draft":
      return { text: "It is raining in Bergen.", model: "Weather in two cities" };
    case "function_run": {
      const { arguments: text, function: name, isAllowed } = args as RunFunction;
      if (name.function === "save_note" && !isAllowed) return ASKED;
      const output = { type: "text", text: `It got ${text}` };
      return {
        outcome: { type: "returned", output },
        asks: [],
        findings: [],
        bound: null,
        origin: "function",
        took: 12,
      };
    }
    case "server_restart":
    case "server_log_in":
    case "source_remove":
    case "request_answer":
    case "function_run_stop":
    case "consents_give":
    case "consents_forget":
      return {};
  }
}
