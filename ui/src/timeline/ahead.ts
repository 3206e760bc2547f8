import { openTurn, type Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** What a history ends with that a model has not answered yet: words of a person, results, or calls without results. */
export type Ahead = "message" | "results" | "calls";

/** What the model can be asked to go on from. Nothing, while a turn is under way or where the last word is its own. */
export function askedAhead(timeline: Timeline): Ahead | null {
  if (openTurn(timeline) !== null) return null;
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
