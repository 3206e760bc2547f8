import { say } from "$language/say";
import type { ApprovalRule } from "$contract";
import type { Action } from "$shared/controls/actions";
import { patternOf } from "$breakpoints/breakpoints";
import type { CallEdit } from "$stops/state/callEdit.svelte";
import type { MakingState } from "$stops/state/making.svelte";
import { calledName, functionTitle } from "$content/naming";
import type { PauseEdit } from "$stops/state/pauseEdit.svelte";
import type { SessionState } from "$session/session.svelte";

/** What can be done at a stop besides answering it. */
export function stopActions(session: SessionState, edit: PauseEdit, making: MakingState): Action[] {
  const { place, reason } = edit.pause;
  const rules = reason === "approval" && edit.own !== null ? allowActions(session, edit.own) : [];
  const canAdd = place.type === "beforeCall" || place.type === "afterResponse";
  const add: Action = {
    id: "add",
    title: say("Add a call…"),
    note: say("In the name of the model. The turn stays here."),
    obstacle: null,
    run: () => making.open({ type: "add" }, session.id),
  };
  return canAdd ? [...rules, add] : rules;
}

/** Allows a call and all that are like it. */
function allowActions(session: SessionState, call: CallEdit): Action[] {
  const name = calledName(call.called);
  const allow = async (rule: ApprovalRule): Promise<void> => {
    const { plan } = session;
    if (plan === null) return;
    const approvals = { ...plan.approvals, rules: [...plan.approvals.rules, rule] };
    await session.configure({ ...plan, approvals });
    await session.answer({ decision: { type: "continue" } }, "run");
  };
  const exact = call.arguments.value;
  const action = (id: string, title: string, rule: ApprovalRule): Action => ({
    id,
    title,
    obstacle: null,
    run: () => void allow(rule),
  });
  const all = { function: patternOf(name), permission: "always" as const };
  return [
    ...(exact === null
      ? []
      : [action("exact", say("Always allow it with these arguments"), { ...all, arguments: exact })]),
    action("all", say("Always allow {name}", { name: functionTitle(name) }), all),
  ];
}
