import { say } from "$language/say";

export type TourStep = {
  /** The part of the window that the step is about. */
  target: string;
  title: string;
  text: string;
  /** Whether it is true only while its part is there. */
  isPassing?: true;
};

/** Five steps at the first stop of the example. Each points to what is there, and nothing is made up for it. */
export function tourSteps(): TourStep[] {
  return [
    {
      target: "[data-call]:has([data-pause])",
      title: say("The turn waits at this call"),
      text: say(
        "The model asks for a function, and nothing has run yet. Change its arguments, write the result yourself, or decline.",
      ),
      isPassing: true,
    },
    {
      target: '[role="toolbar"]',
      title: say("Go on as in a debugger"),
      text: say(
        "F5 goes on to the next breakpoint, F10 to the next place. The dots choose where turns stop: before a request, before and after each call.",
      ),
    },
    {
      target: '[data-help="inspector"]',
      title: say("See what the model saw"),
      text: say(
        "Wire shows the request and the answer byte by byte, Selection which functions were offered and why, Timing where the time went.",
      ),
    },
    {
      target: '[data-help="session"]',
      title: say("Try what would have been different"),
      text: say(
        "Run again from any message, with other arguments or another model. Compare puts several models side by side, from the same history.",
      ),
    },
    {
      target: '[data-help="lists"]',
      title: say("Bring your own"),
      text: say(
        "Add a service with its key, an MCP server, or a program of your own. Each session is kept, and everything is found with Ctrl+K.",
      ),
    },
  ];
}
