import { say } from "$language/say";
import type { RunKey } from "$contract";
import type { ExperimentsState } from "$experiments/state/experiments.svelte";
import { faultWords } from "$experiments/state/faultWords";
import type { App } from "$session/app";
import type { JumpState } from "$session/jump.svelte";

type States = { app: App; experiments: ExperimentsState; jump: JumpState };

/** Opens a run as a session, at the message where it first differs, with a note of how. */
export async function openRun(
  { app, experiments, jump }: States,
  experiment: string,
  run: RunKey,
): Promise<void> {
  const opened = await experiments.openRun(experiment, run);
  if (opened === null) return;
  const { session, message, fault } = opened;
  if (fault !== undefined) {
    const text = say("Expected otherwise: {fault}", { fault: faultWords(fault) });
    // The session is worth opening without the note too.
    await app.host.call("message_remark", { session: session.id, message, text }).catch(() => undefined);
  }
  experiments.close();
  app.add(session);
  jump.to({ session: session.id, kind: "model", message, item: null, answer: null, call: null });
}
