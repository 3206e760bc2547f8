import type { ConnectorProfile, FunctionSpec, Participant } from "$contract";

/** What there is to choose from at a stop. */
export type Known = {
  functions: FunctionSpec[];
  models: ConnectorProfile[];
  participants: Participant[];
};
