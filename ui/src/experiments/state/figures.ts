import { say } from "$language/say";
import type { ExperimentState, ExperimentSummary, MoreNeeded, PairedLanes } from "$contract";

/** A share of all, in whole per cent. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}

/** A difference of two shares, with its sign. */
export function points(share: number): string {
  const value = (share * 100).toFixed(1);
  return share > 0 ? `+${value}` : value.replace("-", "−");
}

export function stateWords(state: ExperimentState): string {
  switch (state) {
    case "running":
      return say("running");
    case "paused":
      return say("paused");
    case "stopped":
      return say("stopped");
    case "finished":
      return say("finished");
  }
}

/** Whether runs are still made. */
export function isUnderWay({ state }: ExperimentSummary): boolean {
  return state === "running" || state === "paused";
}

/** About how long the rest takes. */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return "";
  if (seconds < 60) return say("about {seconds} s left", { seconds });
  return seconds < 5400
    ? say("about {minutes} min left", { minutes: Math.round(seconds / 60) })
    : say("about {hours} h left", { hours: Math.round(seconds / 3600) });
}

export function verdictWords({ verdict }: PairedLanes): string {
  switch (verdict) {
    case "better":
      return say("better");
    case "worse":
      return say("worse");
    case "noVerdict":
      return say("no verdict");
  }
}

/** What would carry a verdict where there is none. */
export function moreWords(more: MoreNeeded): string {
  switch (more.type) {
    case "noDifference":
      return say("The models pass alike.");
    case "repeats":
      return say("About {repeats} repeats of each case would carry one.", { repeats: more.repeats });
    case "cases":
      return say("About {cases} cases would carry one; repeats alone would not.", { cases: more.cases });
  }
}
