import { expect, test } from "vitest";
import type { Remedy } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { refusedDemo } from "$gallery/fixtures/bound";
import { exchangeDemo, PLAN } from "$gallery/fixtures/demo";
import { demoHost, demoOverview } from "$gallery/fixtures/demoHost";
import { unseenWindow } from "$gallery/within";
import type { SessionState } from "$session/session.svelte";
import { remedyActions } from "$stops/views/remedyActions";

async function refused(remedy: Remedy): Promise<ScriptedHost["asked"]> {
  const recording = refusedDemo(0);
  const shown = recording.entries.length;
  const exchange = exchangeDemo();
  const host = new ScriptedHost({ overview: demoOverview(), recording, exchange, shown, pace: 0 });
  const { app } = unseenWindow(host);
  await app.load();
  if (app.session === null) throw new Error("the demo has a session");
  remedyActions([remedy], app.session, app)[0]?.run();
  await new Promise((resolve) => setTimeout(resolve));
  return host.asked.filter(({ command }) =>
    ["session_configure", "turn_answer", "service_twin"].includes(command),
  );
}

test("invalidated reasoning that was refused is left out from then on, and the request is sent again", async () => {
  const [configured, answered] = await refused({ type: "onVoid", onVoid: "leaveOut" });
  expect(configured?.args).toMatchObject({ plan: { settings: { onVoid: "leaveOut", caching: "long" } } });
  expect(answered?.args).toMatchObject({
    answer: {
      decision: { type: "editRequest", edit: { settings: { onVoid: "leaveOut" } }, reach: "restOfTurn" },
      pace: "run",
    },
  });
});

test("a service is set up over another protocol, and its model is asked instead", async () => {
  const [twin, configured] = await refused({ type: "otherKind", kind: "openai-responses" });
  const model = "anthropic/claude-opus-5-5";
  expect(twin).toEqual({ command: "service_twin", args: { model, kind: "openai-responses" } });
  expect(configured?.args).toMatchObject({ plan: { model } });
});

test("nothing is set up beside the service of a program, which is the program’s", () => {
  const session = { edit: null, plan: { ...PLAN, model: "attached/gpt-5" } } as unknown as SessionState;
  const { app } = unseenWindow(demoHost("done"));
  const remedies: Remedy[] = [
    { type: "otherKind", kind: "gemini" },
    { type: "onVoid", onVoid: "drop" },
  ];
  expect(remedyActions(remedies, session, app).map(({ id }) => id)).toEqual(["onVoid/drop"]);
});
