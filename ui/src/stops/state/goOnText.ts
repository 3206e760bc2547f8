import { count, say } from "$language/say";
import type { CallEdit } from "$stops/state/callEdit.svelte";
import { functionTitle } from "$content/naming";
import type { PauseEdit } from "$stops/state/pauseEdit.svelte";

/** What the button that goes on from a stop says. */
export function goOnText(edit: PauseEdit): string {
  if (edit.written?.isOpen === true) return say("Give this answer");
  if (edit.request?.isChanged === true) return say("Send with these changes");
  const others = edit.calls.filter((call) => call !== edit.own && call.isChanged).length;
  const own =
    edit.own === null
      ? say("Continue")
      : ownText(edit.own, edit.pause.reason === "approval" || edit.pause.reason === "consentNeeded");
  if (others === 0) return own;
  // No call is the one that the stop is at, so there is none that the others are other than.
  return edit.own === null
    ? say("Continue with {answers}", {
        answers: count(others, "changed answer", "changed answers"),
      })
    : say("{own}, and {others}", { own, others: count(others, "other answer", "other answers") });
}

function ownText(call: CallEdit, isApproval: boolean): string {
  if (!call.isChanged)
    return isApproval
      ? say("Allow this call")
      : call.side === "after"
        ? say("Keep original")
        : say("Continue");
  switch (call.mode) {
    case "run":
      if (call.isElsewhere) return say("Call {target} instead", { target: functionTitle(call.target) });
      return call.arguments.isChanged ? say("Run with these arguments") : say("Run it again");
    case "result":
      return say("Use this result");
    case "recorded":
      return say("Use the recorded result");
    case "handOver":
      return say("Hand it over");
    case "decline":
      return say("Decline the call");
    case "drop":
      return say("Drop the call");
  }
}
