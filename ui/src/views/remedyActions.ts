import { say } from "$language/say";
import type { OnVoid, Remedy } from "$contract";
import type { Action } from "$state/actions";
import { assertNever } from "$state/assertNever";
import type { SessionState } from "$state/session.svelte";
import { withSetting } from "$state/settings";

/** What can be done about a request that failed, each with one click. */
export function remedyActions(remedies: readonly Remedy[], session: SessionState): Action[] {
  return remedies.flatMap((remedy): Action[] => {
    switch (remedy.type) {
      case "onVoid":
        return [
          {
            id: `onVoid/${remedy.onVoid}`,
            title:
              remedy.onVoid === "drop"
                ? say("Let the provider drop void thoughts")
                : say("Leave void thoughts out"),
            note: say("Keeps to that in this session, and sends the request again."),
            obstacle: null,
            run: () => void sendWith(session, remedy.onVoid),
          },
        ];
      case "otherKind":
        return [];
      default:
        return assertNever(remedy);
    }
  });
}

/** A turn that stands at the request sends it as it was changed. One that has ended is gone on with. */
async function sendWith(session: SessionState, onVoid: OnVoid): Promise<void> {
  await session.change((plan) => ({ ...plan, settings: withSetting(plan.settings, "onVoid", onVoid) }));
  const request = session.edit?.request ?? null;
  if (request === null) {
    await session.say(null);
    return;
  }
  request.set("settings", withSetting(request.now.settings, "onVoid", onVoid));
  request.reachTo("restOfTurn");
  await session.resume("run");
}
