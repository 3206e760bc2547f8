import { say } from "$language/say";
import type { ModelId, OnVoid, Remedy, RequestSettings, TurnPlan } from "$contract";
import type { Action } from "$shared/controls/actions";
import type { App } from "$session/app";
import { isAttached } from "$content/modelTitle";
import { speakingModel } from "$plan/plan";
import type { SessionState } from "$session/session.svelte";
import { withSetting } from "$content/settings";

const ON_VOID: Record<OnVoid, string> = {
  drop: say("Let the provider drop invalidated reasoning"),
  leaveOut: say("Leave invalidated reasoning out"),
  leaveOutAll: say("Leave all reasoning out"),
};

/**
 * What can be done about a request that failed, each with one click. The service of a program's model is the program's, so
 * nothing is set up beside it.
 */
export function remedyActions(remedies: readonly Remedy[], session: SessionState, app: App): Action[] {
  const model = session.edit?.request?.now.model ?? session.plan?.model ?? "";
  const possible = remedies.filter(({ type }) => type !== "otherKind" || !isAttached(model));
  return possible.map((remedy) => {
    switch (remedy.type) {
      case "otherKind":
        return {
          id: `otherKind/${remedy.kind}`,
          title: say("Ask over {kind}", { kind: remedy.kind }),
          note: say(
            "Sets up the same service over that protocol, with the same key, and sends the request again.",
          ),
          obstacle: null,
          run: () => void askOver(session, app, remedy.kind),
        };
      case "onVoid":
        return {
          id: `onVoid/${remedy.onVoid}`,
          title: ON_VOID[remedy.onVoid],
          note: say("Keeps to that in this session, and sends the request again."),
          obstacle: null,
          run: () => void sendAgain(session, { settings: { onVoid: remedy.onVoid } }),
        };
    }
  });
}

type Changes = { model?: ModelId; settings?: Pick<RequestSettings, "onVoid"> };

async function askOver(session: SessionState, app: App, kind: string): Promise<void> {
  const plan = session.turn?.plan ?? session.plan;
  if (plan === null) return;
  await app.attempt(async () => {
    const model = session.edit?.request?.now.model ?? speakingModel(plan);
    const twin = await app.host.call("service_twin", { model, kind });
    await app.load();
    await sendAgain(session, { model: twin.model });
  }, "service_twin");
}

/** A turn that stands at the request sends it as it was changed. One that has ended is gone on with. */
async function sendAgain(session: SessionState, { model, settings }: Changes): Promise<void> {
  await session.change((plan) => {
    const asked = model === undefined ? plan : withModel(plan, model);
    return { ...asked, settings: { ...asked.settings, ...settings } };
  });
  const request = session.edit?.request ?? null;
  if (request === null) {
    await session.say(null);
    return;
  }
  if (model !== undefined) request.set("model", model);
  if (settings !== undefined)
    request.set("settings", withSetting(request.now.settings, "onVoid", settings.onVoid));
  request.reachTo("restOfTurn");
  await session.resume("run");
}

/** The one who speaks is asked at another model from now on. */
function withModel(plan: TurnPlan, model: ModelId): TurnPlan {
  if (!plan.participants.some(({ name }) => name === plan.speaker)) return { ...plan, model };
  const participants = plan.participants.map((one) => (one.name === plan.speaker ? { ...one, model } : one));
  return { ...plan, participants };
}
