import { say } from "$language/say";
import { programOf, withoutProgram } from "$attached/types";
import type { ModelId, SessionId } from "$contract";
import { asHostError } from "$host/host";
import type { App } from "$session/app";

/**
 * Makes a session that goes on from a conversation of a program, run by the application, and opens it. Sessions fork in
 * comparisons only, so one is made for it and erased.
 */
export async function forkConversation(app: App, session: SessionId, model: ModelId): Promise<void> {
  try {
    const title = app.sessions.find(({ id }) => id === session)?.title ?? "";
    const { id: comparison, lanes } = await app.host.call("comparison_create", { session, model });
    const fork = lanes.find((lane) => lane.session !== session)?.session;
    if (fork === undefined) return;
    await app.host.call("comparison_end", { comparison, lane: fork });
    await app.host.call("session_erase", { session: comparison });
    await app.host.call("session_rename", { session: fork, title: say("{title} (forked)", { title }) });
    await app.load();
    app.open(fork);
    const plan = await app.session?.planned();
    if (plan !== undefined && programOf(plan) !== null) await app.session?.change(withoutProgram);
  } catch (error) {
    app.report(asHostError(error));
  }
}
