import type { ComparedRequest, ConnectorProfile, Exchange, Trial, WireEvent } from "$contract";
import type { RecordedRequests } from "$host/scriptedRequests";
import compared from "../../../tests/fixtures/requests/compared.json";
import drafted from "../../../tests/fixtures/requests/drafted.json";
import exchange from "../../../tests/fixtures/requests/exchange.json";
import tried from "../../../tests/fixtures/requests/tried.json";

/** What the application said of a request, of the same request in other protocols, and of what came back. */
export const REQUESTS: RecordedRequests = {
  compared: compared as ComparedRequest,
  drafted: drafted,
  tried: tried as Trial,
};

export const TRIED = exchange as Exchange<WireEvent>;

/** The model that was asked. */
export const REQUESTED: ConnectorProfile = {
  model: compared.model,
  title: "claude-3-5-sonnet-20241022",
  service: "Anthropic",
};
