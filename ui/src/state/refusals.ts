/** What a model refuses of a request, with a sentence for each part that says so. */
export type Refused = Partial<Record<RefusedPart, string>>;

export type RefusedPart =
  | "temperature"
  | "topP"
  | "seed"
  | "stop"
  | "forcedChoice"
  | "parallel"
  | "strict"
  | "responseFormat"
  | "mode"
  | "effort"
  | "budget"
  | "display";
