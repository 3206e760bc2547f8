import type { ConnectorProfile, FunctionSpec, Lookalike, Participant } from "$contract";

/** What there is to choose from at a stop. */
export type Known = {
  functions: FunctionSpec[];
  lookalikes: Lookalike[];
  models: ConnectorProfile[];
  participants: Participant[];
};
