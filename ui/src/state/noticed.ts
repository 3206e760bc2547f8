import type { TurnFinding } from "$contract";
import { functionTitle } from "$state/naming";
import { count } from "$state/summary";

/** What was noticed, in a sentence for a person. */
export function noticedText(finding: TurnFinding): string {
  switch (finding.type) {
    case "repeatedCall":
      return `The same call with equal arguments, for the ${ordinal(finding.times)} time in this turn.`;
    case "unusedResult":
      return "Nothing of this result turns up in what the model said afterwards.";
    case "cutResult":
      return `The model was told the first ${finding.kept.toLocaleString("en")} of ${finding.whole.toLocaleString("en")} letters of this result.`;
    case "heavyFunctions": {
      const share = Math.round((100 * finding.functionTokens) / Math.max(1, finding.requestTokens));
      return `The functions make up about ${share} % of this request. Offer fewer of them, or shorten what they say of themselves.`;
    }
    case "callAfterFailures":
      return `${functionTitle(finding.function)} is called again after it failed ${count(finding.failures, "time", "times")} in a row.`;
    case "callAsText":
      return `The model wrote a call of ${functionTitle(finding.function)} into its words. Its server takes no calls out of them: start it with a parser for this model's calls, or use another model.`;
  }
}

function ordinal(number: number): string {
  const endings: Record<number, string> = { 1: "st", 2: "nd", 3: "rd" };
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${isTeen ? "th" : (endings[number % 10] ?? "th")}`;
}
