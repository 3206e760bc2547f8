import { say } from "$language/say";
import { KEYS } from "$frame/shortcuts";

/** The parts of the window that have help of their own. */
export type HelpPlace = "start" | "session" | "stop" | "composer" | "inspector" | "lists" | "lanes";

export type Help = { title: string; lines: string[]; keys: { keys: string; title: string }[] };

const PLACES: readonly HelpPlace[] = ["start", "session", "stop", "composer", "inspector", "lists", "lanes"];

/** What is open in the window, for a person who has nothing in particular in hand. */
export type Standing = { hasSession: boolean; hasLanes: boolean; isPaused: boolean };

/** Where a person stands: in the part that has the keys, else in what is open. */
export function placeOf(target: EventTarget | null, { hasSession, hasLanes, isPaused }: Standing): HelpPlace {
  const marked = target instanceof Element ? target.closest<HTMLElement>("[data-help]") : null;
  const named = PLACES.find((place) => place === marked?.dataset["help"]);
  if (named === "session" || named === undefined) {
    if (isPaused) return "stop";
    if (hasLanes) return "lanes";
    return hasSession ? "session" : "start";
  }
  return named;
}

export function helpOf(place: HelpPlace): Help {
  switch (place) {
    case "start":
      return {
        title: say("Getting started"),
        lines: [
          say(
            "The example needs no key: a scripted model calls two functions, and the turn stops before the first.",
          ),
          say(
            "Import opens a conversation or a request of another program. A service is a provider with its key.",
          ),
        ],
        keys: [{ keys: KEYS.newSession, title: say("New session") }],
      };
    case "session":
      return {
        title: say("A session"),
        lines: [
          say(
            "Each call is a card that opens. Its menu runs the turn again from there, changes it, or pins it.",
          ),
          say("Editing a message starts a branch; the earlier version stays and can be returned to."),
        ],
        keys: [
          { keys: KEYS.settings, title: say("Session settings") },
          { keys: KEYS.breakpoint, title: say("Breakpoint on what is selected") },
        ],
      };
    case "stop":
      return {
        title: say("A stop"),
        lines: [
          say(
            "Nothing runs until you decide: other arguments, another function, a result of your own, or a refusal.",
          ),
          say("The model gets what you decide as if it had come from the function. The log keeps both."),
        ],
        keys: [
          { keys: KEYS.continue, title: say("Continue") },
          { keys: KEYS.step, title: say("Step") },
          { keys: KEYS.stop, title: say("Stop the turn") },
        ],
      };
    case "composer":
      return {
        title: say("Writing a message"),
        lines: [
          say("The line below counts about how many tokens the next request has; it opens into its parts."),
          say("While a turn runs or waits, what you write stays here."),
        ],
        keys: [
          { keys: "Enter", title: say("Send") },
          { keys: "Shift+Enter", title: say("New line") },
        ],
      };
    case "inspector":
      return {
        title: say("The inspector"),
        lines: [
          say(
            "Item shows what is selected, Selection the score of each function, Wire the bytes of a request and its answer.",
          ),
          say("Timing draws each request and call as a bar, Events every record of the log."),
        ],
        keys: [{ keys: KEYS.rightRail, title: say("Show or hide the inspector") }],
      };
    case "lists":
      return {
        title: say("The left side"),
        lines: [
          say(
            "Sessions, attached programs, functions with their sources, models, and the bin. Each heading folds.",
          ),
          say(
            "The search looks through all sessions: function:name, status:failed, model:name and dates narrow it.",
          ),
        ],
        keys: [
          { keys: KEYS.search, title: say("Search all sessions") },
          { keys: KEYS.palette, title: say("Command palette") },
        ],
      };
    case "lanes":
      return {
        title: say("A comparison"),
        lines: [
          say("Each lane is a session from the same history, with a model and settings of its own."),
          say(
            "What differs between the lanes is marked. The results of one lane can answer the calls of the others.",
          ),
        ],
        keys: [
          { keys: "Alt+1 … 6", title: say("Go to a lane") },
          { keys: "Alt+0", title: say("Write to all lanes, or to one") },
        ],
      };
  }
}
