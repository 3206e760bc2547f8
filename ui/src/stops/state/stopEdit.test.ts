import { expect, it } from "vitest";
import { FUNCTIONS, weatherDemo } from "$gallery/fixtures/demo";
import { returned } from "$gallery/fixtures/recorder";
import { answered } from "$gallery/fixtures/records";
import { CallEdit } from "$stops/state/callEdit.svelte";
import { goOnText } from "$stops/state/goOnText";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { StopEdit } from "$stops/state/stopEdit.svelte";
import { type CallState, emptyTimeline, latestTurn } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function stoodAtCall(): [CallState] {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, 34)) applyEntry(timeline, entry);
  const [call] = timeline.calls.all;
  if (call === undefined) throw new Error("the demo has a call");
  return [call];
}

it("begins the stop before an expected call with the result that is to be edited", () => {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, 34)) applyEntry(timeline, entry);
  const edit = new StopEdit(() => FUNCTIONS);
  edit.expect({ call: "call_8Qb1", outcome: returned({ sky: "clear" }) });
  edit.prepare(timeline);
  const own = edit.at(latestTurn(timeline))?.own;
  expect([own?.mode, own?.result.text]).toEqual(["result", '{\n  "sky": "clear"\n}']);
});

it("runs a call again from its result, unless a program runs its calls", () => {
  const [call] = stoodAtCall();
  const canRun = (side: "before" | "after", isRunOutside: boolean): boolean =>
    new CallEdit(call, side, FUNCTIONS, undefined, isRunOutside).canRun;
  expect([canRun("after", false), canRun("before", true), canRun("after", true)]).toEqual([
    true,
    true,
    false,
  ]);
});

it("takes free text as it is written, and JSON where the call goes to another function", () => {
  const [call] = stoodAtCall();
  if (call.call === null) throw new Error("the call of the demo is written");
  const raw = "ls -l";
  const text = {
    ...call.call,
    arguments: { type: "parsed" as const, raw, value: { input: raw }, isText: true },
  };
  const edit = new CallEdit({ ...call, call: text }, "before", FUNCTIONS);
  expect(edit.arguments.text).toBe(raw);
  edit.arguments.write("ls {");
  expect(edit.decision()).toEqual({ type: "editArguments", raw: "ls {" });
  edit.sendTo({ plugin: null, function: "elsewhere" });
  expect(edit.decision()).toBeNull();
});

it("counts the answers that are changed where the stop is at none of them", () => {
  const pause = { number: 1, place: { type: "afterResponse" }, reason: "breakpoint" } as const;
  const edit = new PauseEdit(pause, { calls: stoodAtCall(), request: null, functions: FUNCTIONS });
  expect(goOnText(edit)).toBe("Continue");
  edit.calls[0]?.choose("drop");
  expect(goOnText(edit)).toBe("Continue with 1 changed answer");
});

it("takes the next answer of a stop once the log has told of one after which the turn stays", async () => {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, 34)) applyEntry(timeline, entry);
  const edit = new StopEdit(() => FUNCTIONS);
  edit.prepare(timeline);
  const { id, pause } = latestTurn(timeline) ?? {};
  if (id === undefined || pause === undefined || pause === null) throw new Error("the demo stands at a stop");
  const answer = (): Promise<boolean> => edit.answer(id, pause, () => Promise.resolve(true));
  expect([await answer(), await answer()]).toEqual([true, false]);
  const event = answered(
    { pause: pause.number, decision: { type: "stay" }, others: [], pace: "run" },
    { stays: true },
  );
  const seq = timeline.seq + 1;
  applyEntry(timeline, { seq, at: 0, event: { type: "noted", note: { type: "turn", turn: id, event } } });
  edit.prepare(timeline);
  expect([await answer(), await answer()]).toEqual([true, false]);
});
