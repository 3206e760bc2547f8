import type { Recording } from "$host/scripted";
import { BEGAN_AT, FORECAST, FUNCTIONS, PLAN, SAVE } from "./demo";
import { RANKED } from "./ranking";
import { functionCall, functionResult, Recorder, returned } from "./recorder";
import type { FilterEffect, Outcome } from "$contract";

const RAW = '{"city": "Atlantis", "days": 30}';
const OFFERED = FUNCTIONS.slice(0, 4).map(({ name }) => name);

/** Turns that end otherwise than with an answer, and stops of every other kind. */
export function endings(): Record<string, Recording> {
  return {
    failed: recording("A request that fails", failed),
    stopped: recording("A turn that was stopped", stopped),
    limit: recording("A turn at its limit", limit),
    request: recording("Paused before a request", request),
    declined: recording("A declined call", declined),
    findings: recording("Arguments that don't fit", findings),
    several: recording("Several calls wait", several),
    approval: recording("A call needs approval", approval),
    consent: recording("A function that asks before it runs", consent),
    noticed: recording("Filters and findings", noticed),
  };
}

function recording(title: string, write: (log: Recorder) => void): Recording {
  const log = new Recorder(title, PLAN, BEGAN_AT);
  write(log.wait(400).begin("t1", "What is the weather in Atlantis?"));
  return { title, entries: log.entries };
}

function ask(log: Recorder, round: number): Recorder {
  log.turn({ type: "roundBegan", round });
  return log
    .wait(5)
    .turn({ type: "requestSent", exchange: `x${round}`, offered: OFFERED })
    .wait(420);
}

function call(log: Recorder, round: number): Recorder {
  const id = `call_${round}`;
  ask(log, round).turn({
    type: "responseReceived",
    usage: { input: 300, output: 24, cached: null, reasoning: null },
  });
  log.say("assistant", [functionCall(id, FORECAST, RAW)]);
  return log.resolve([
    { call: id, name: FORECAST, findings: [{ path: "/days", message: "30 is more than the maximum of 7" }] },
  ]);
}

function result(log: Recorder, round: number, outcome: Outcome, origin: "function" | "person"): Recorder {
  return log.say("function", [functionResult(`call_${round}`, FORECAST, outcome, origin)]);
}

const NO_CITY: Outcome = {
  type: "failed",
  failure: {
    kind: "reported",
    message: "There is no city called Atlantis. Known cities are Boston, Oslo and Quito.",
  },
};

function failed(log: Recorder): void {
  call(log, 1).run("call_1", NO_CITY, 48);
  ask(result(log, 1, NO_CITY, "function"), 2)
    .wait(6000)
    .turn({
      type: "ended",
      outcome: {
        type: "failed",
        message: "The model’s service broke off the answer after 6.4 s.",
        advice: "Check the connection, then try again. What was said so far is kept.",
      },
    });
}

function stopped(log: Recorder): void {
  const notRun: Outcome = {
    type: "failed",
    failure: { kind: "notRun", message: "the turn was stopped before the function ran" },
  };
  call(log, 1).pause({ type: "beforeCall", call: "call_1" }).wait(900).answer({ type: "stop" });
  log.turn({ type: "callEnded", call: "call_1", outcome: notRun });
  result(log, 1, notRun, "person").turn({ type: "ended", outcome: { type: "stopped" } });
}

function limit(log: Recorder): void {
  for (const round of [1, 2, 3]) {
    const value = returned({ temperature: `${round} °C`, sky: "fog" });
    result(call(log, round).run(`call_${round}`, value, 60), round, value, "function");
  }
  log.turn({ type: "ended", outcome: { type: "limitReached", limit: "rounds" } });
}

function request(log: Recorder): void {
  const candidates = FUNCTIONS.map(({ name }, place) => ({
    function: name,
    scores: [{ signal: "words" as const, score: 6 / (place + 1), rank: place + 1 }],
    matched: place < 2 ? ["weather"] : [],
    verdict: place < 4 ? ("ranked" as const) : ("beyondLimit" as const),
    total: 0.18 / (place + 1),
    fit: 0.18 / (place + 1),
  }));
  const query = "What is the weather in Atlantis?";
  const selection = {
    query,
    limit: 4,
    candidates,
    views: [{ kind: "last" as const, text: query }],
    considered: FUNCTIONS.length,
    consideredTokens: 640,
    offeredTokens: 430,
    ranking: RANKED.ranking,
  };
  log
    .turn({ type: "roundBegan", round: 1 })
    .turn({ type: "selected", selection })
    .pause({ type: "beforeRequest" });
}

function declined(log: Recorder): void {
  const outcome: Outcome = { type: "declined", reason: "Ask which Atlantis is meant first." };
  call(log, 1).pause({ type: "beforeCall", call: "call_1" }).wait(3000);
  log.answer({ type: "decline", reason: outcome.reason });
  ask(result(log, 1, outcome, "person"), 2);
  log.say("assistant", [{ type: "text", text: "Which Atlantis do you mean?" }]);
  log.turn({ type: "ended", outcome: { type: "answered" } });
}

function findings(log: Recorder): void {
  call(log, 1).pause({ type: "beforeCall", call: "call_1" });
}

/** Three calls in one answer, of which one had an equal call before. */
function several(log: Recorder): void {
  ask(log, 1).turn({ type: "responseReceived", usage: null });
  const cities = ["Boston", "Oslo", "Quito"];
  const calls = cities.map((city, at) => functionCall(`call_${at + 1}`, FORECAST, JSON.stringify({ city })));
  log.say("assistant", calls);
  log.turn({
    type: "callsResolved",
    calls: cities.map((_, at) => ({
      call: `call_${at + 1}`,
      resolution: { type: "runnable", name: FORECAST, findings: [] },
      ...(at === 0 ? { recorded: { message: "m0", outcome: returned({ sky: "clear" }) } } : {}),
    })),
  });
  log.turn({ type: "breakpointsHit", breakpoints: ["b1"], call: "call_1" });
  log.pause({ type: "beforeCall", call: "call_1" }, "breakpoint", ["b1"]);
}

function approval(log: Recorder): void {
  call(log, 1).pause({ type: "beforeCall", call: "call_1" }, "approval");
}

const KEEP = '{"title": "Atlantis", "text": "No weather known"}';

function consent(log: Recorder): void {
  ask(log, 1).turn({
    type: "responseReceived",
    usage: { input: 300, output: 24, cached: null, reasoning: null },
  });
  log.say("assistant", [functionCall("call_1", SAVE, KEEP)]);
  log
    .resolve([{ call: "call_1", name: SAVE, asks: [{ type: "consent", to: ["change files in ~/notes"] }] }])
    .pause({ type: "beforeCall", call: "call_1" }, "consentNeeded");
}

function noticed(log: Recorder): void {
  call(log, 1);
  const passage = (filter: string, side: "entered" | "left", effect: FilterEffect): void => {
    const around = { type: "call" as const, call: "call_1" };
    log.turn({ type: "filtered", passage: { filter, around, side, effect } });
  };
  passage("No letters of mine", "entered", { type: "passedOn" });
  passage("Only three days", "entered", {
    type: "changedArguments",
    arguments: { city: "Atlantis", days: 3 },
  });
  passage("Only three days", "left", { type: "passedOn" });
  passage("No letters of mine", "left", { type: "replacedResult", before: NO_CITY });
  log.run("call_1", returned({ sky: "hidden" }), 40);
  log.turn({ type: "noticed", finding: { type: "repeatedCall", call: "call_1", times: 3 } });
  log.turn({
    type: "noticed",
    finding: { type: "heavyFunctions", functionTokens: 900, requestTokens: 1200 },
  });
  result(log, 1, returned({ sky: "hidden" }), "function");
  log.turn({ type: "ended", outcome: { type: "terminated", filter: "Only three days" } });
}
