import { expect, test, vi } from "vitest";
import type { CommandName, DraftCase } from "$contract";
import type { Action } from "$shared/controls/actions";
import { CaseSheetState } from "$experiments/state/caseSheet.svelte";
import { ExperimentsState } from "$experiments/state/experiments.svelte";
import { caseActions, keepAsCase } from "$experiments/views/caseActions";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { ScriptedHost } from "$host/scripted/host";
import type { App } from "$session/app";
import { SessionState } from "$session/session.svelte";
import sent from "../../../../tests/fixtures/experiments.json";

const FIRST_STOP = 34;

/** A session of which so many entries are there, and what the palette offers about it. */
function offered(shown: number): {
  host: ScriptedHost;
  session: SessionState;
  caseSheet: CaseSheetState;
  kept: Action | undefined;
} {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
  const host = new ScriptedHost({ ...script, shown, pace: 0 });
  const session = new SessionState("s1", host, () => undefined);
  session.follow();
  const app = { host, session, report: () => undefined } as unknown as App;
  const caseSheet = new CaseSheetState(app);
  const states = { app, experiments: new ExperimentsState(app), caseSheet };
  return { host, session, caseSheet, kept: caseActions(states).find(({ id }) => id === "keepCase") };
}

/** Answers with a case, and notes what was decided. */
function replyToDrafts(host: ScriptedHost): { drafted: unknown[] } {
  const drafted: unknown[] = [];
  const call = host.call.bind(host);
  vi.spyOn(host, "call").mockImplementation(((command: CommandName, args: never) => {
    if (command !== "case_draft") return call(command, args);
    drafted.push((args as DraftCase).decided);
    return Promise.resolve({ case: sent.case, losses: [], hasSecret: false });
  }) as typeof host.call);
  return { drafted };
}

test("a stop becomes a case with the calls that wait there as they are written", () => {
  const { host, session, kept } = offered(FIRST_STOP);
  expect(kept?.title).toBe("Keep this stop as a case…");
  session.edit?.current?.arguments.write('{ "city":"Quito" }');
  kept?.run();
  const decision = { type: "editArguments", raw: '{ "city":"Quito" }' };
  const call = session.edit?.current?.id;
  expect(host.asked.at(-1)).toMatchObject({
    command: "case_draft",
    args: { session: "s1", message: session.timeline.head, decided: [{ call, decision }] },
  });
});

test("arguments that are no JSON make no case, and the editor says so", () => {
  const { host, session, kept } = offered(FIRST_STOP);
  session.edit?.current?.arguments.write("{city");
  kept?.run();
  expect(host.asked.filter(({ command }) => command === "case_draft")).toEqual([]);
  expect(session.edit?.isRefused).toBe(true);
});

test("a result that is half written makes a case that says that it has none", async () => {
  const { host, session, kept, caseSheet } = offered(FIRST_STOP);
  const { drafted } = replyToDrafts(host);
  const call = session.edit?.current;
  call?.choose("result");
  call?.result.choose("json");
  call?.result.write('{ "sky": ');
  kept?.run();
  await vi.waitFor(() => expect(caseSheet.isOpen).toBe(true));
  expect(drafted).toEqual([[]]);
  expect(caseSheet.unfinished).toEqual([
    { function: "weather · get_forecast", obstacle: "This is not JSON yet" },
  ]);
});

test("a turn that has ended becomes a case from its first answer on", () => {
  const { kept } = offered(weatherDemo().entries.length);
  expect(kept?.title).toBe("Keep the last turn as a case…");
});

test("an answer of another turn becomes a case without what is written at the present stop", () => {
  const { host, session } = offered(FIRST_STOP);
  session.edit?.current?.arguments.write("{city");
  const { timeline } = session;
  const head = timeline.head === null ? undefined : timeline.messages.of(timeline.head)?.message;
  if (head === undefined) throw new Error("nothing was said");
  const states = { app: { host, session, report: () => undefined } as unknown as App };
  keepAsCase({ ...head, id: "of another turn" }, session, new CaseSheetState(states.app)).run();
  expect(session.edit?.isRefused).toBe(false);
  expect(host.asked.at(-1)).toMatchObject({
    command: "case_draft",
    args: { message: "of another turn", decided: [] },
  });
});
