import { asWritten } from "$language/notices";
import type {
  FunctionConsent,
  FunctionFacts,
  FunctionName,
  FunctionSpec,
  NamedFunctions,
  Overview,
  Terms,
} from "$contract";

/** Of a function that changes something, one that asks and was allowed for one set of arguments. */
export function factsOf(
  { function: name }: { function: FunctionName },
  { functions }: Overview,
): FunctionFacts {
  const spec = functions.find((one) => one.name.function === name.function);
  const asks = spec !== undefined && spec.effect !== "readsOnly";
  return {
    runBy: spec === undefined ? "nobody" : "application",
    projections: [],
    recordings: 0,
    needs: asks ? [asWritten("change files in ~/notes")] : [],
    agreement: asks ? { fingerprint: "1", terms: termsOf(spec) } : null,
    allowed: asks ? [{ function: name, fingerprint: "1", arguments: { title: "Oslo" } }] : [],
    said: asks ? "kept 3 notes" : null,
  };
}

function termsOf({ description, parameters, effect }: FunctionSpec): Terms {
  return { runs: "~/plugins/notes", program: "1", description, parameters, effect };
}

/** How it stands with the consent to each function. */
export function consentsOf({ functions }: NamedFunctions, overview: Overview): FunctionConsent[] {
  return functions.map((name) => {
    const { needs, agreement, allowed } = factsOf({ function: name }, overview);
    const fingerprint = agreement?.fingerprint ?? null;
    const isAllowed = allowed.some((one) => one.arguments === null && one.fingerprint === fingerprint);
    return { function: name, needs, fingerprint, isAllowed };
  });
}
