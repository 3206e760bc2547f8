import type { Allowed, FunctionFacts, FunctionName, Terms } from "$contract";
import { isSameFunction } from "$content/naming";

/** What was agreed to once, where that is not what there is now. An earlier version kept no more than that it was. */
export type ConsentChange = { before: Terms | null; now: Terms };

/** Why a person is asked again who has agreed before, if what is asked about was changed. */
export function consentChange(
  { agreement, allowed }: FunctionFacts,
  name: FunctionName,
  inSession: readonly Allowed[],
): ConsentChange | null {
  const agreed = [...inSession.filter((one) => isSameFunction(one.function, name)), ...allowed];
  if (agreement === null || agreed.length === 0) return null;
  if (agreed.some(({ fingerprint }) => fingerprint === agreement.fingerprint)) return null;
  return { before: agreed.find(({ terms }) => terms !== undefined)?.terms ?? null, now: agreement.terms };
}

/** What a person agrees to, to be compared line by line. */
export function termsText({ runs, description, parameters, effect }: Terms): string {
  return [runs, effect, "", description, "", JSON.stringify(parameters, null, 2)].join("\n");
}
