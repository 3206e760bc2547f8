import { say } from "$language/say";
import type { Outcome, Output } from "$contract";
import { mediaSummary } from "$content/summary";

/** An outcome as text, for copying and for comparing. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "returned":
      return outputText(outcome.output);
    case "failed":
      return outcome.failure.message;
    case "declined":
      return declineReason(outcome) || declinedText(outcome);
  }
}

type Declined = Extract<Outcome, { type: "declined" }>;

/** Who did not let a call run. */
export function declinedText({ by }: Declined): string {
  switch (by?.type) {
    case undefined:
    case "person":
      return say("A person declined this call.");
    case "rule":
      return say("A rule of this session does not allow this call.");
    case "filter":
      return say("The filter {name} blocked this call.", { name: by.name });
  }
}

/** What the model was told about it, if anything was said. */
export function declineReason({ reason, by }: Declined): string {
  return by?.type === "person" ? (by.words ?? reason) : reason;
}

export function outputText(output: Output): string {
  switch (output.type) {
    case "nothing":
      return "";
    case "text":
      return output.text;
    case "json":
      return JSON.stringify(output.value, null, 2);
    case "media":
      return mediaSummary(output.media);
    case "several":
      return output.parts.map(outputText).join("\n\n");
  }
}
