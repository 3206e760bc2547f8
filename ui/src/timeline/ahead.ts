import { openTurn, type Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** What a history ends with that a model has not answered yet: words of a person, results, or calls without results. */
export type Ahead = "message" | "results" | "calls";

/**
 * What a person can ask the model to go on from. Nothing, while a turn is under way, where a program asks, or where the
 * last word is the model's.
 */
export function askedAhead(timeline: Timeline): Ahead | null {
  if (openTurn(timeline) !== null || timeline.plan?.program !== undefined) return null;
  const last = pathTo(timeline, timeline.head).at(-1)?.message;
  switch (last?.role) {
    case "user":
      return "message";
    case "function":
      return "results";
    case "assistant":
      return last.items.some((item) => item.type === "functionCall" && item.call.origin !== "informational")
        ? "calls"
        : null;
    case "system":
    case undefined:
      return null;
  }
}
