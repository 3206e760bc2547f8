import { say } from "$language/say";
import { KEYS } from "$frame/shortcuts";

export type ShortcutGroup = { title: string; lines: { keys: string; title: string }[] };

/** Every key of the window, under where it counts. */
export function shortcutGroups(): ShortcutGroup[] {
  return [
    {
      title: say("Anywhere"),
      lines: [
        { keys: KEYS.palette, title: say("Command palette") },
        { keys: KEYS.newSession, title: say("New session") },
        { keys: KEYS.search, title: say("Search all sessions") },
        { keys: KEYS.settings, title: say("Session settings") },
        { keys: KEYS.leftRail, title: say("Show or hide the left side") },
        { keys: KEYS.rightRail, title: say("Show or hide the inspector") },
        { keys: "Ctrl+Z", title: say("Undo the last action, outside a text field") },
        { keys: "F1", title: say("Keyboard shortcuts") },
      ],
    },
    {
      title: say("While a turn runs or waits"),
      lines: [
        { keys: KEYS.continue, title: say("Continue") },
        { keys: KEYS.step, title: say("Step") },
        { keys: KEYS.stepOver, title: say("Step over") },
        { keys: KEYS.toCall, title: say("Run to the next call") },
        { keys: KEYS.pause, title: say("Pause") },
        { keys: KEYS.stop, title: say("Stop the turn") },
        { keys: KEYS.breakpoint, title: say("Breakpoint on what is selected") },
      ],
    },
    {
      title: say("In the message field"),
      lines: [
        { keys: "Enter", title: say("Send") },
        { keys: "Shift+Enter", title: say("New line") },
        { keys: "↑", title: say("What you said before") },
      ],
    },
    {
      title: say("In an editor"),
      lines: [
        { keys: "Ctrl+Enter", title: say("Accept and continue") },
        { keys: "Tab", title: say("Move to the next control") },
        { keys: "Esc", title: say("Leave the editor") },
        { keys: "Ctrl+Space", title: say("Completions") },
        { keys: "Ctrl+F", title: say("Find in the text") },
      ],
    },
    {
      title: say("In lists and lanes"),
      lines: [
        { keys: "F2", title: say("Rename") },
        { keys: "Alt+1 … 6", title: say("Go to a lane") },
        { keys: "Alt+0", title: say("Write to all lanes, or to one") },
        { keys: "/", title: say("Search, outside a text field") },
        { keys: "?", title: say("Help on what is here, outside a text field") },
      ],
    },
  ];
}
