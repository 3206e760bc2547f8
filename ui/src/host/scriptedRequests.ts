import type {
  CommandName,
  ComparedRequest,
  EstimatedRequest,
  Preview,
  PriceTable,
  Prices,
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
] as const;

/** What was said once of a request that was really made. */
export type RecordedRequests = { compared: ComparedRequest; drafted: Preview; tried: Trial };

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
    case "request_stop":
      return {};
    case "exchanges_shared":
      return SHARED;
    case "request_compare":
      return recorded?.compared ?? nothingSent();
    case "request_draft":
      return recorded?.drafted ?? nothingSent();
    case "request_try":
      return recorded?.tried ?? nothingSent();
    case "request_code":
    case "trial_use":
      return nothingSent();
  }
}

function nothingSent(): never {
  throw hostError("A recording sends nothing.", "Start Callwright itself to see requests.");
}

function pricesOf(table: PriceTable, isOwn: boolean): Prices {
  return { table, isOwn, problem: null, file: "~/.local/share/callwright/prices.json" };
}

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
    { place: "/messages/0", kind: "person", text: "Should I take an umbrella?", tokens: 12 },
    {
      place: "/functions/0",
      kind: "function",
      text: "weather.get_forecast · The forecast of a city",
      tokens: 214,
    },
    { place: "/functions/1", kind: "function", text: "clock.now · The time in a city", tokens: 108 },
    { place: "/protocol", kind: "protocol", text: "", tokens: 408 },
  ],
  smaller: [],
};
