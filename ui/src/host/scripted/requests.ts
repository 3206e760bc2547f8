import { asWritten } from "$language/notices";
import type {
  CommandName,
  ComparedRequest,
  DraftRequest,
  EstimatedRequest,
  ModelFacts,
  ModelRows,
  NamedModel,
  Preview,
  PriceTable,
  Prices,
  SaveModelRows,
  SharedExchanges,
  Trial,
} from "$contract";
import { hostError } from "$host/host";

const COMMANDS = [
  "request_compare",
  "exchanges_shared",
  "request_draft",
  "request_code",
  "request_try",
  "request_stop",
  "trial_use",
  "request_estimate",
  "prices_read",
  "prices_save",
  "prices_reset",
  "models_read",
  "models_save",
  "models_reset",
  "model_facts",
] as const;

/** What was said once of a request that was really made. */
export type RecordedRequests = {
  compared: ComparedRequest;
  drafted: Preview;
  /** What a stop is followed by that is answered without a change. */
  unchanged?: Preview;
  tried: Trial;
};

type RequestCommand = (typeof COMMANDS)[number];

export function isRequestCommand(command: CommandName): command is RequestCommand {
  return (COMMANDS as readonly CommandName[]).includes(command);
}

/** A recording has prices and a size. Where its requests were never made, there is nothing to compare or to send. */
export function requestReply(
  command: RequestCommand,
  args: unknown,
  recorded: RecordedRequests | undefined,
): unknown {
  switch (command) {
    case "request_estimate":
      return ESTIMATE;
    case "prices_read":
    case "prices_reset":
      return pricesOf(TABLE, false);
    case "prices_save":
      return pricesOf(args as PriceTable, true);
    case "models_read":
    case "models_reset":
      return modelRows("");
    case "models_save":
      return modelRows((args as SaveModelRows).text);
    case "model_facts":
      return { model: (args as NamedModel).model, kind: "anthropic", facts: FACTS };
    case "request_stop":
      return {};
    case "exchanges_shared":
      return SHARED;
    case "request_compare":
      return recorded?.compared ?? nothingSent();
    case "request_draft":
      return draftOf(args as DraftRequest, recorded);
    case "request_try":
      return recorded?.tried ?? nothingSent();
    case "request_code":
    case "trial_use":
      return nothingSent();
  }
}

function draftOf({ source }: DraftRequest, recorded: RecordedRequests | undefined): Preview {
  const isUnchanged = source.type === "ahead" && source.answer?.decision.type === "continue";
  return (isUnchanged ? recorded?.unchanged : undefined) ?? recorded?.drafted ?? nothingSent();
}

function nothingSent(): never {
  throw hostError("A recording sends nothing.", "Start Callwright itself to see requests.");
}

function pricesOf(table: PriceTable, isOwn: boolean): Prices {
  return { table, isOwn, problem: null, file: "~/.local/share/callwright/prices.json" };
}

function modelRows(text: string): ModelRows {
  const usual = '[[models]]\nmodels = ["claude-*"]\nrefuses = ["temperature", "topP", "forcedChoice"]\n';
  const file = "~/.local/share/callwright/models.toml";
  return { text, isOwn: text !== "", problem: null, usual, asOf: "2026-11-23", file };
}

const FACTS: ModelFacts = {
  searches: null,
  refuses: ["temperature", "topP", "forcedChoice"],
  refusesThinking: [],
  refusesBesideFunctions: [],
  functions: "taken",
  thinking: {
    isHidden: false,
    thinks: "always",
    modes: ["on"],
    efforts: ["low", "medium", "high", "xhigh", "max"],
    effortsOff: null,
    budget: "refused",
    leastBudget: null,
    mostBudget: null,
  },
  reasoningBack: "usual",
  bindsThinking: true,
  reads: ["claude-opus-*", "claude-sonnet-*"],
  encryptsReasoning: null,
  context: 1_000_000,
  output: 128_000,
  mostFunctions: null,
  mostStops: null,
  media: [],
  hosted: {},
  signedCalls: null,
  mediaInResults: null,
  cache: "points",
  hostedBesideFunctions: null,
  sources: ["https://platform.claude.com/docs/en/build-with-claude/preserved-thinking"],
};

const TABLE: PriceTable = {
  asOf: "2026-08-21",
  models: [
    { model: "scripted*", context: 8_000, input: 1.25, cached: 0.125, output: 10 },
    { model: "claude-opus-5-5", context: 1_000_000, input: 5, cached: 0.5, output: 25 },
    { model: "echo", context: 4_000, input: 0.25, output: 2 },
  ],
};

const SHARED: SharedExchanges = { shared: { share: 0.42, firstDifference: "/messages/2/content/0" } };

const ESTIMATE: EstimatedRequest = {
  model: "scripted",
  total: 742,
  off: 0.12,
  basis: { type: "reported", requests: 2 },
  media: 0,
  parts: [
    { place: "/messages/0", kind: "person", text: asWritten("Should I take an umbrella?"), tokens: 12 },
    {
      place: "/functions/0",
      kind: "function",
      text: asWritten("weather.get_forecast · The forecast of a city"),
      tokens: 214,
    },
    {
      place: "/functions/1",
      kind: "function",
      text: asWritten("clock.now · The time in a city"),
      tokens: 108,
    },
    { place: "/protocol", kind: "protocol", text: asWritten(""), tokens: 408 },
  ],
  smaller: [],
};
