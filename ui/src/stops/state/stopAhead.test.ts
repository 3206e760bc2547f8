import { expect, test } from "vitest";
import { refusedDemo } from "$gallery/fixtures/bound";
import { emptyTimeline, latestTurn, type Timeline } from "$timeline/model";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { afterStop, beforeEdit, messagesAhead } from "$stops/state/stopAhead";
import { applyEntry } from "$timeline/timeline";
import { waitingAt } from "$stops/state/waiting";

function stood(): { timeline: Timeline; edit: PauseEdit } {
  const timeline = emptyTimeline();
  for (const entry of refusedDemo(0).entries) applyEntry(timeline, entry);
  const turn = latestTurn(timeline);
  if (turn?.pause == null) throw new Error("the demo stands at a stop");
  return { timeline, edit: new PauseEdit(turn.pause, waitingAt(timeline, turn, [])) };
}

test("what failed tells what can be done about it", () => {
  const { timeline } = stood();
  expect(latestTurn(timeline)?.rounds.at(-1)?.failed?.remedies).toEqual([
    { type: "onVoid", onVoid: "drop" },
    { type: "onVoid", onVoid: "leaveOutAll" },
  ]);
});

test("a request that was not changed is looked at as it stands", () => {
  const { edit } = stood();
  expect(afterStop("t1", edit)).toEqual({ type: "ahead", turn: "t1" });
});

test("a changed request is looked at with its change, which has a message before it", () => {
  const { timeline, edit } = stood();
  const [, second] = edit.request?.now.messages ?? [];
  if (second === undefined) throw new Error("the demo has two messages");
  edit.request?.leaveOut(second);
  const messages = edit.request?.now.messages;
  expect(afterStop("t1", edit)).toEqual({
    type: "ahead",
    turn: "t1",
    answer: {
      pause: edit.pause.number,
      decision: { type: "editRequest", edit: { messages }, reach: "thisRequest" },
      pace: "run",
    },
  });
  expect(messagesAhead(timeline, edit)).toEqual(messages);
  expect(beforeEdit(timeline, edit)).toBe("m1");
});
