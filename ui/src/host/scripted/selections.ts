import type { CommandName, MeaningState, Overview, Selection, TrySelection } from "$contract";

const COMMANDS = [
  "selection_try",
  "selection_calibrate",
  "selection_measure",
  "meaning_state",
  "meaning_fetch",
  "meaning_models",
  "meaning_choose",
  "meaning_refuse",
] as const;

type SelectionCommand = (typeof COMMANDS)[number];

export function isSelectionCommand(command: CommandName): command is SelectionCommand {
  return COMMANDS.some((known) => known === command);
}

const READY: MeaningState = {
  readiness: { type: "ready" },
  fetching: null,
  folder: "models",
  model: { type: "usual" },
  isRefused: false,
};

/** What would be said about choosing functions where none fits and everything is there. */
export function selectionReply(command: SelectionCommand, args: unknown, overview: Overview): unknown {
  switch (command) {
    case "selection_try":
      return tried(args as TrySelection, overview);
    case "selection_calibrate":
      return { threshold: 0.25 };
    case "selection_measure":
      return { sessions: 1, functions: overview.functions.length, reports: [], withoutMeaning: null };
    case "meaning_state":
    case "meaning_fetch":
    case "meaning_choose":
    case "meaning_refuse":
      return READY;
    case "meaning_models":
      return { models: [] };
  }
}

function tried({ text, plan }: TrySelection, { functions }: Overview): Selection {
  return {
    query: text,
    limit: plan.limit,
    candidates: functions.map(({ name }) => ({
      function: name,
      scores: [],
      matched: [],
      verdict: "noMatch",
      total: 0,
      fit: 0,
    })),
    views: [{ kind: "last", text }],
    considered: functions.length,
    consideredTokens: 0,
    offeredTokens: 0,
    ranking: plan.ranking,
  };
}
