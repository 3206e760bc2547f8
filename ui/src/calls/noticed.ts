import { wholeNumber } from "$language/number";
import { language } from "$language/language";
import { count, say } from "$language/say";
import type { TurnFinding } from "$contract";
import { functionTitle } from "$content/naming";
import { oddityText } from "$calls/oddity";

/** What was noticed, in a sentence for a person. */
export function noticedText(finding: TurnFinding): string {
  switch (finding.type) {
    case "repeatedCall":
      return say("The same call with equal arguments, for the {ordinal} time in this turn.", {
        ordinal: ordinal(finding.times),
      });
    case "unusedResult":
      return say("Nothing of this result turns up in what the model said afterwards.");
    case "cutResult":
      return say("The model was told the first {kept} of {whole} letters of this result.", {
        kept: wholeNumber(finding.kept),
        whole: wholeNumber(finding.whole),
      });
    case "heavyFunctions": {
      const share = Math.round((100 * finding.functionTokens) / Math.max(1, finding.requestTokens));
      return say(
        "The functions make up about {share} % of this request. Offer fewer of them, or shorten what they say of themselves.",
        { share },
      );
    }
    case "callAfterFailures":
      return say("{function} is called again after it failed {failures} in a row.", {
        function: functionTitle(finding.function),
        failures: count(finding.failures, "time", "times"),
      });
    case "callAsText":
      return say(
        "The model wrote a call of {function} into its words. Its server takes no calls out of them: start it with a parser for this model's calls, or use another model.",
        { function: functionTitle(finding.function) },
      );
    case "otherAnswers":
      return say("The service sent {answers} with {calls} in them. The turn goes on with the first alone.", {
        answers: count(finding.answers, "more answer", "more answers"),
        calls: count(finding.calls, "call", "calls"),
      });
    case "oddCall":
      return oddityText(finding.oddity);
    case "nothingToCall":
      return say("A call was demanded, but no function was offered. The model was asked for words instead.");
    case "outOfTime":
      return finding.hasFailed
        ? say("Nobody decided before the program’s time-out, so the program got an error.")
        : say("Nobody decided before the program’s time-out, so everything went on unchanged.");
  }
}

/** In Chinese a number is one among others by the words around it. */
function ordinal(number: number): string {
  if (language === "zh") return String(number);
  const endings: Record<number, string> = { 1: "st", 2: "nd", 3: "rd" };
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${isTeen ? "th" : (endings[number % 10] ?? "th")}`;
}
