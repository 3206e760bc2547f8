import { expect, it } from "vitest";
import type { Message } from "$contract";
import { FORECAST, PLAN } from "$gallery/fixtures/demo";
import { branchesDemo } from "$gallery/fixtures/histories";
import { functionCall, functionResult, Recorder, returned } from "$gallery/fixtures/recorder";
import { branchSays } from "$session/branchDifference";
import { branchesOf } from "$timeline/marks";
import { emptyTimeline, type Timeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function timelineOf({ entries }: Pick<Recorder, "entries">): Timeline {
  const timeline = emptyTimeline();
  for (const entry of entries) applyEntry(timeline, entry);
  return timeline;
}

/** What every branch says of itself, the oldest first. */
function saysOf(log: Recorder): string[] {
  const timeline = timelineOf(log);
  return branchesOf(timeline)
    .map(({ leaf }) => branchSays(timeline, leaf))
    .reverse();
}

const CITIES = ["Boston", "Oslo"];
const calls = (cities: string[]) =>
  cities.map((city, at) => functionCall(`call_${at + 1}`, FORECAST, JSON.stringify({ city, days: 1 })));
const clear = (id: string) => functionResult(id, FORECAST, returned({ sky: "clear" }), "function");

/** Two calls and their results, and behind the calls another branch with other results. */
function forkedAtResults(...others: Parameters<Recorder["say"]>[1]): Recorder {
  const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?").say("assistant", calls(CITIES));
  const asked = log.head;
  log.say("function", [clear("call_1"), clear("call_2")]).move(asked);
  return log.say("function", others);
}

it("tells a branch by the results that differ, each by the argument of its call", () => {
  const declined = functionResult("call_2", FORECAST, { type: "declined", reason: "" }, "person");
  expect(saysOf(forkedAtResults(clear("call_1"), declined))).toEqual(["Oslo: clear", "Oslo declined"]);
  const edited = functionResult("call_1", FORECAST, returned({ sky: "rain" }), "edited");
  const failed = functionResult(
    "call_2",
    FORECAST,
    { type: "failed", failure: { kind: "reported", message: "no" } },
    "function",
  );
  expect(saysOf(forkedAtResults(edited, failed))[1]).toBe("Boston edited, Oslo failed");
});

it("tells a branch by the arguments that differ, and by calls that came or went", () => {
  const forked = (other: string[]): string[] => {
    const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?");
    const question = log.head;
    log.say("assistant", calls(CITIES)).move(question).say("assistant", calls(other));
    return saysOf(log);
  };
  expect(forked(["Boston", "Bergen"])).toEqual(["Oslo", "Bergen"]);
  expect(forked(["Boston"])).toEqual(["Oslo added", "without Oslo"]);
  expect(forked([...CITIES, "Quito"])).toEqual(["without Quito", "Quito added"]);
});

it("tells a branch by the model that answered, and by words only as far as they differ", () => {
  const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?");
  const question = log.head;
  log.say("assistant", [{ type: "text", text: "I can say for certain that it is warm." }]).move(question);
  log.say("assistant", [{ type: "text", text: "I can say for certain that it is cold." }], {
    author: { type: "model", model: "acme/large" },
  });
  expect(saysOf(log)).toEqual(["scripted, …it is warm.", "large, …it is cold."]);
  const timeline = timelineOf(log);
  const says = branchesOf(timeline).map(({ leaf }) => branchSays(timeline, leaf, (model) => `The ${model}`));
  expect(says[0]).toBe("The acme/large, …it is cold.");
});

it("says of a history that was repaired in how many places", () => {
  const log = new Recorder("A test", PLAN, 0).say("user", [{ type: "text", text: "Is it warm?" }]);
  log.say("assistant", calls(["Oslo"]));
  const asked = log.head;
  log.say("assistant", [{ type: "text", text: "No." }]).move(asked);
  const made: Partial<Message> = { author: { type: "application" }, origin: "application" };
  log.say("function", [clear("call_1")], made).say("assistant", [{ type: "text", text: "No." }]);
  expect(saysOf(log)[1]).toBe("repaired 1");
});

it("tells questions by their words", () => {
  const timeline = timelineOf(branchesDemo());
  const says = branchesOf(timeline).map(({ leaf }) => branchSays(timeline, leaf));
  expect(says).toEqual(["Should I take an umbrella to Oslo?", "…weather in Boston?", "Bergen", "Oslo"]);
});

it("leaves the signs of Markdown out of what it quotes", () => {
  const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?");
  const question = log.head;
  log.say("assistant", [{ type: "text", text: "Yes." }]).move(question);
  log.say("assistant", [{ type: "text", text: "**Boston** has 2**3 degrees." }]);
  expect(saysOf(log)[1]).toBe("Boston has 2**3 degrees.");
});
