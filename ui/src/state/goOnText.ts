import type { CallEdit } from "$state/callEdit.svelte";
import { functionTitle } from "$state/naming";
import type { PauseEdit } from "$state/pauseEdit.svelte";
import { count } from "$state/summary";

/** What the button that goes on from a stop says. */
export function goOnText(edit: PauseEdit): string {
  const others = edit.calls.filter((call) => call !== edit.own && call.isChanged).length;
  const own =
    edit.own === null
      ? "Continue"
      : ownText(edit.own, edit.pause.reason === "approval" || edit.pause.reason === "consentNeeded");
  return others === 0 ? own : `${own}, and ${count(others, "other answer", "other answers")}`;
}

function ownText(call: CallEdit, isApproval: boolean): string {
  if (!call.isChanged)
    return isApproval ? "Allow this call" : call.side === "after" ? "Keep original" : "Continue";
  switch (call.mode) {
    case "run":
      if (call.isElsewhere) return `Call ${functionTitle(call.target)} instead`;
      return call.arguments.isChanged ? "Run with these arguments" : "Run it again";
    case "result":
      return "Use this result";
    case "recorded":
      return "Use the recorded result";
    case "handOver":
      return "Hand it over";
    case "decline":
      return "Decline the call";
    case "drop":
      return "Drop the call";
  }
}
