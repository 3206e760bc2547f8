import type { Finding, LogEntry, Note, Outcome } from "$contract";
import type { Recording } from "$host/scripted";
import { BEGAN_AT, FORECAST, PLAN, weatherLog } from "./demo";
import { functionCall, functionResult, Recorder, returned } from "./recorder";

/** One question asked in three ways. The first is shown, in which a call was edited too. */
export function branchesDemo(at = BEGAN_AT): Recording {
  const log = weatherLog(at);
  const end = log.head;
  again(log, "t2", "What is the weather in Boston?", "12 °C and cloudy. No umbrella is needed.");
  again(log, "t3", "Should I take an umbrella to Oslo?", "Yes. Light rain is expected all day.");
  log.wait(400).move(end);
  return { title: "Three versions of a question", entries: log.entries };
}

/** The same with names for two of them, a note and two pins. */
export function marksDemo(at = BEGAN_AT): Recording {
  const { entries } = branchesDemo(at);
  const add = (event: LogEntry<Note>["event"]): number =>
    entries.push({ seq: entries.length + 1, at: entries.at(-1)?.at ?? at, event });
  add({ type: "branchNamed", message: "m1", name: "Both cities" });
  add({ type: "branchNamed", message: "m6", name: "Only Boston" });
  add({
    type: "messageRemarked",
    message: "m1",
    text: "Asks for two things at once.\nThe others ask for one.",
  });
  add({ type: "messagePinned", message: "m5" });
  add({ type: "messagePinned", message: "m1" });
  return { title: "Names, notes and pins", entries };
}

/** The lines of a result that is too large to be shown. */
export function largeBody(): string {
  const lines = Array.from(
    { length: 40_000 },
    (_, line) => `${line + 1}: order ${(line * 7919) % 100_003} shipped`,
  );
  return [...lines.slice(0, 31_000), "31001: order 4711 was lost in the mail", ...lines.slice(31_000)].join(
    "\n",
  );
}

/** A call that returned more than anybody reads. */
export function largeDemo(at = BEGAN_AT): Recording {
  const log = new Recorder("A large result", PLAN, at);
  const body = largeBody();
  const shown: Outcome = { type: "returned", output: { type: "text", text: body.slice(0, 4096) } };
  log.say("user", [{ type: "text", text: "What happened to order 4711?" }]);
  log.say("assistant", [functionCall("call_1", FORECAST, '{"city": "all"}')]);
  log.say("function", [functionResult("call_1", FORECAST, shown, "recorded")]);
  const entry = log.entries.at(-1);
  const place = "/message/items/0/result/outcome/output/text";
  if (entry !== undefined) entry.large = [{ place, body: 1, kind: "text", size: body.length }];
  log.say("assistant", [{ type: "text", text: "It was lost in the mail." }]);
  return { title: "A large result", entries: log.entries };
}

function again(log: Recorder, turn: string, question: string, answer: string): void {
  log.wait(4000).move(null).begin(turn, question).turn({ type: "roundBegan", round: 1 });
  log.wait(500).say("assistant", [{ type: "text", text: answer }]);
  log.turn({ type: "ended", outcome: { type: "answered" } });
}

/** A conversation of another program that no model's service would take as it is. */
export function brokenDemo(at = BEGAN_AT): Recording {
  const log = new Recorder("Imported conversation", PLAN, at);
  const forecast = returned({ temperature: "12 °C", sky: "cloudy" });
  log.say("system", [{ type: "text", text: "Answer in one sentence." }]);
  log.say("user", [{ type: "text", text: "Compare the weather in Boston and Oslo." }]);
  log.say("assistant", [
    functionCall("call_1", FORECAST, '{"city": "Boston"}'),
    functionCall("call_2", FORECAST, '{"city": "Oslo"}'),
  ]);
  log.say("function", [
    functionResult("call_1", FORECAST, forecast, "recorded"),
    functionResult("call_9", FORECAST, returned({ temperature: "4 °C" }), "recorded"),
  ]);
  log.say("assistant", [{ type: "text", text: "Boston is cloudy at 12 °C." }]);
  log.say("user", [{ type: "text", text: "And what about Oslo?" }]);
  log.say("user", [{ type: "text", text: "Hello?" }]);
  return { title: "An import that is broken", entries: log.entries };
}

export function brokenFindings(): Finding[] {
  return [
    {
      kind: "unansweredCall",
      severity: "broken",
      place: { message: "m3", item: 1 },
      message: "This call has no result. Services refuse a history in which a call was never answered.",
      repair: { action: { type: "answerCall" }, label: "Answer that it did not run" },
    },
    {
      kind: "orphanResult",
      severity: "broken",
      place: { message: "m4", item: 1 },
      message: "This result answers to call_9, which was never asked for.",
      repair: { action: { type: "dropItem" }, label: "Leave it out" },
    },
    {
      kind: "functionMismatch",
      severity: "suspicious",
      place: { message: "m4", item: 0 },
      message: "The result names another function than its call.",
      repair: { action: { type: "nameFunction" }, label: "Name the function that was called" },
    },
    {
      kind: "consecutiveRoles",
      severity: "note",
      place: { message: "m7" },
      message: "Two messages of the person in a row. Some services join them.",
    },
  ];
}
