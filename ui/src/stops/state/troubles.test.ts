import { expect, it } from "vitest";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { isFatal, troubleText } from "$stops/state/troubles";
import { waitingAt } from "$stops/state/waiting";
import { emptyTimeline, latestTurn } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function stopAt(name: string): PauseEdit {
  const timeline = emptyTimeline();
  for (const entry of endings()[name]?.entries ?? []) applyEntry(timeline, entry);
  const turn = latestTurn(timeline);
  if (turn?.pause == null) throw new Error("the turn does not stand still");
  return new PauseEdit(turn.pause, waitingAt(timeline, turn, FUNCTIONS));
}

function callsAt(name: string) {
  const [first, second, third] = stopAt(name).calls;
  if (first === undefined || second === undefined || third === undefined) throw new Error("three calls wait");
  return [first, second, third] as const;
}

it("says of every call that waits what is wrong with it", () => {
  const texts = callsAt("faulty").map(({ troubles }) => troubles.map(troubleText));
  expect(texts).toEqual([
    ["There is no function weather-get_forcast"],
    ['The arguments are not valid JSON: A name in double quotes is missing here, such as "city"'],
    ["/days: 30 is more than the maximum of 7"],
  ]);
  const fatal = callsAt("faulty").map(({ troubles }) => troubles.some(isFatal));
  expect(fatal).toEqual([true, true, false]);
});

it("names the nearest function, and using it settles the trouble", () => {
  const [call] = callsAt("faulty");
  const [trouble] = call.troubles;
  if (trouble?.type !== "noFunction" || trouble.nearest === null) throw new Error("a function is near");
  call.sendTo(trouble.nearest);
  expect(call.troubles).toEqual([]);
  expect(call.decision()).toEqual({
    type: "sendTo",
    function: { plugin: "weather", function: "get_forecast" },
  });
});

it("offers the JSON that was meant", () => {
  const [, call] = callsAt("faulty");
  call.arguments.write(call.arguments.repaired?.text ?? "");
  expect(call.troubles).toEqual([]);
  expect(call.arguments.value).toEqual({ city: "Oslo", days: 2 });
});

it("holds changed arguments against the schema, and says nothing of a call that does not run", () => {
  const [, , call] = callsAt("faulty");
  call.arguments.write('{"city": "Quito", "days": 0}');
  expect(call.troubles.map(troubleText)).toEqual(["/days: Should be 1 or more"]);
  call.choose("decline");
  expect(call.troubles).toEqual([]);
});

it("tells parallel calls apart by the argument that differs, as it is written now", () => {
  const edit = stopAt("several");
  expect(edit.apart).toEqual(["Boston", "Oslo", "Quito"]);
  edit.calls[1]?.arguments.write('{"city": "Bergen"}');
  expect(edit.apart[1]).toBe("Bergen");
  expect(stopAt("faulty").apart).toEqual([null, "Oslo", "Quito"]);
});

it("answers all calls in one go", () => {
  const edit = stopAt("several");
  edit.chooseForAll("decline");
  const decline = { type: "decline", reason: "" };
  expect(edit.answer()).toEqual({
    decision: decline,
    others: ["call_2", "call_3"].map((call) => ({ call, decision: decline })),
  });
});
