import type { FunctionFacts, FunctionSpec, NamedFunction, Overview, Terms } from "$contract";

/** Of a function that changes something, one that asks and was allowed for one set of arguments. */
export function factsOf({ function: name }: NamedFunction, { functions }: Overview): FunctionFacts {
  const spec = functions.find((one) => one.name.function === name.function);
  const asks = spec !== undefined && spec.effect !== "readsOnly";
  return {
    projections: [],
    recordings: 0,
    needs: asks ? ["change files in ~/notes"] : [],
    agreement: asks ? { fingerprint: "1", terms: termsOf(spec) } : null,
    allowed: asks ? [{ function: name, fingerprint: "1", arguments: { title: "Oslo" } }] : [],
    said: asks ? "kept 3 notes" : null,
  };
}

function termsOf({ description, parameters, effect }: FunctionSpec): Terms {
  return { runs: "~/plugins/notes", program: "1", description, parameters, effect };
}
