import type { Outcome, Output } from "$contract";
import { mediaSummary } from "$state/summary";

/** An outcome as text, for copying and for comparing. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "returned":
      return outputText(outcome.output);
    case "failed":
      return outcome.failure.message;
    case "declined":
      return outcome.reason;
  }
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
