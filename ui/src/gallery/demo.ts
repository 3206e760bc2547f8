import type { Exchange, FunctionSettings, FunctionSpec, Selection, TurnPlan, WireEvent } from "$contract";
import type { Recording } from "$host/scripted";
import { connectionDemo } from "./connection";
import { plainPlan, stop } from "./plans";
import { RANKED, ranking } from "./ranking";
import { functionCall, functionName, functionResult, Recorder, returned } from "./recorder";

export const FORECAST = functionName("weather", "get_forecast");
const ALERTS = functionName("weather", "get_alerts");
const NOW = functionName("clock", "now");
const CONVERT = functionName("units", "convert");
const EVALUATE = functionName("calculator", "evaluate");
export const SAVE = functionName("notes", "save_note");

export const BEGAN_AT = Date.UTC(2026, 2, 14, 9, 30);

export const PLAN: TurnPlan = plainPlan({
  selection: { ...RANKED, pinned: [NOW] },
  breakpoints: [
    stop("b1", "beforeCall"),
    stop("b2", "afterCall"),
    {
      ...stop("b3", "beforeCall"),
      condition: {
        function: "weather.get_*",
        arguments: [{ path: "$.days", comparison: "greater", value: 3 }],
      },
      hits: { type: "from", count: 2 },
    },
  ],
});

const CITY = {
  type: "object",
  properties: {
    city: { type: "string", description: "The city, in English." },
    days: { type: "integer", minimum: 1, maximum: 7, default: 1 },
  },
  required: ["city"],
  additionalProperties: false,
};

const NOTE = {
  type: "object",
  properties: { title: { type: "string" }, text: { type: "string" } },
  required: ["title", "text"],
};

export const FUNCTION_SETTINGS: FunctionSettings = {
  names: {
    style: { type: "joined", separator: "-" },
    onRepair: "refuse",
    separators: ["-", ".", "_"],
    nearest: "suggest",
  },
  binding: { conversions: "clear", extra: "ignore" },
  standIns: [],
  isRecording: false,
};

export const FUNCTIONS: FunctionSpec[] = [
  spec(FORECAST, "The weather of the coming days in a city.", CITY),
  spec(ALERTS, "Warnings of severe weather for a city.", CITY),
  spec(NOW, "The current date and time in a time zone.", {
    type: "object",
    properties: { time_zone: { type: "string" } },
  }),
  spec(CONVERT, "Converts a number from one unit to another.", { type: "object", properties: {} }),
  spec(EVALUATE, "Works out an arithmetic expression.", { type: "object", properties: {} }),
  { ...spec(SAVE, "Keeps a note under a title.", NOTE), effect: "changes" },
];

function spec(
  name: FunctionSpec["name"],
  description: string,
  parameters: FunctionSpec["parameters"],
): FunctionSpec {
  return { name, description, parameters, effect: "readsOnly" };
}

const QUESTION = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

const SELECTION: Selection = ranking(QUESTION, [
  [NOW, 0.41, 4, ["the", "in"], "pinned"],
  [FORECAST, 7.32, 1, ["weather", "in", "city"], "ranked"],
  [ALERTS, 5.18, 2, ["weather", "city"], "ranked"],
  [CONVERT, 0.63, 3, ["to"], "ranked"],
  [SAVE, 0.22, 5, ["a"], "beyondLimit"],
  [EVALUATE, 0, 6, [], "noMatch"],
]);

const BOSTON_ARGUMENTS = '{"city": "Boston", "days": 1}';
const OSLO_ARGUMENTS = '{"city": "Oslo", "days": 1}';
const OSLO_EDITED = '{\n  "city": "Bergen",\n  "days": 1\n}';
const BOSTON = returned({ temperature: "12 °C", sky: "cloudy", rain: 0.35, wind: "18 km/h" });
const BOSTON_EDITED = returned({ temperature: "12 °C", sky: "thunderstorm", rain: 0.95, wind: "64 km/h" });
const OSLO = returned({ temperature: "4 °C", sky: "light rain", rain: 0.8, wind: "11 km/h" });
const THOUGHT =
  "The person asks about two cities. I need the forecast for each of them, then I can say whether an umbrella is needed.";
const ANSWER = `**Boston** expects a thunderstorm at 12 °C with strong wind. An umbrella will not survive it, so take a raincoat.

**Bergen** has light rain at 4 °C.

| City | Rain | Umbrella |
| --- | --- | --- |
| Boston | 95 % | no, a raincoat |
| Bergen | 80 % | yes |

The numbers come from \`weather.get_forecast\`. See also [the warnings](https://example.org/warnings).`;

/** One turn with everything in it: two calls, an edit before one and after the other, an answer. */
export function weatherDemo(at = BEGAN_AT): Recording {
  return { title: "A turn with edits", entries: weatherLog(at).entries };
}

export function weatherLog(at: number): Recorder {
  const log = new Recorder("Umbrella in two cities", PLAN, at);
  log.wait(900).begin("t1", QUESTION);
  log.turn({ type: "roundBegan", round: 1 }).wait(4).turn({ type: "selected", selection: SELECTION });
  log.wait(2).turn({ type: "requestSent", exchange: "x1", offered: [NOW, FORECAST, ALERTS, CONVERT] });
  log.wait(380).turn({ type: "itemStarted", index: 0, kind: { type: "reasoning" } });
  log.stream(0, "reasoningDelta", THOUGHT);
  startCall(log, 1, "call_8Qb1", BOSTON_ARGUMENTS);
  startCall(log, 2, "call_2fYz", OSLO_ARGUMENTS);
  log
    .wait(30)
    .turn({ type: "responseReceived", usage: { input: 412, output: 96, cached: 256, reasoning: 31 } });
  const calls = [
    functionCall("call_8Qb1", FORECAST, BOSTON_ARGUMENTS),
    functionCall("call_2fYz", FORECAST, OSLO_ARGUMENTS),
  ] as const;
  log.say("assistant", [{ type: "reasoning", text: THOUGHT }, ...calls]);
  log.wait(3).resolve([
    { call: "call_8Qb1", name: FORECAST },
    { call: "call_2fYz", name: FORECAST },
  ]);
  log.pause({ type: "beforeCall", call: "call_8Qb1" }).wait(5200).answer({ type: "continue" });
  log.run("call_8Qb1", BOSTON, 132).pause({ type: "afterCall", call: "call_8Qb1" });
  log.wait(9100).answer({ type: "writeResult", outcome: BOSTON_EDITED });
  log
    .pause({ type: "beforeCall", call: "call_2fYz" })
    .wait(4000)
    .answer({ type: "editArguments", raw: OSLO_EDITED });
  const edited = functionCall("call_2fYz", FORECAST, OSLO_EDITED, { origin: "edited" });
  log.edit([{ type: "reasoning", text: THOUGHT }, calls[0], edited]);
  log.wait(2).resolve([{ call: "call_2fYz", name: FORECAST }]);
  log.run("call_2fYz", OSLO, 118).pause({ type: "afterCall", call: "call_2fYz" });
  log.wait(2400).answer({ type: "continue" });
  log.say("function", [
    functionResult("call_8Qb1", FORECAST, BOSTON_EDITED, "edited"),
    functionResult("call_2fYz", FORECAST, OSLO, "function"),
  ]);
  log.turn({ type: "roundBegan", round: 2 }).wait(3).turn({ type: "selected", selection: SELECTION });
  log.wait(2).turn({ type: "requestSent", exchange: "x2", offered: [NOW, FORECAST, ALERTS, CONVERT] });
  log
    .wait(310)
    .turn({ type: "itemStarted", index: 0, kind: { type: "text" } })
    .stream(0, "textDelta", ANSWER);
  log
    .wait(12)
    .turn({ type: "responseReceived", usage: { input: 588, output: 121, cached: 412, reasoning: null } });
  log
    .say("assistant", [{ type: "text", text: ANSWER }])
    .turn({ type: "ended", outcome: { type: "answered" } });
  return log;
}

function startCall(log: Recorder, index: number, id: string, raw: string): void {
  log.turn({
    type: "itemStarted",
    index,
    kind: { type: "call", id, function: { type: "known", name: FORECAST } },
  });
  log.stream(index, "argumentsDelta", raw, 40);
}

export function exchangeDemo(at = BEGAN_AT): Exchange<WireEvent> {
  return {
    id: "x1",
    sent: JSON.stringify({
      model: "scripted",
      stream: true,
      messages: [{ role: "user", content: QUESTION }],
      tools: FUNCTIONS.slice(0, 4).map(({ name, description, parameters }) => ({
        type: "function",
        function: { name: `${name.plugin ?? ""}-${name.function}`, description, parameters },
      })),
    }),
    frames: [
      ...connectionDemo(at + 906),
      frame(at, 380, '{"choices":[{"delta":{"role":"assistant","content":null}}]}', true),
      frame(
        at,
        402,
        '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_8Qb1","function":{"name":"weather-get_forecast","arguments":""}}]}}]}',
        true,
      ),
      frame(
        at,
        441,
        '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\": \\"Boston\\""}}]}}]}',
        true,
      ),
      frame(at, 450, '{"event":"x-keepalive","load":0.2}', false),
      frame(
        at,
        498,
        '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":", \\"days\\": 1}"}}]}}]}',
        true,
      ),
      frame(at, 560, '{"usage":{"prompt_tokens":412,"completion_tokens":96}}', true),
      frame(at, 562, "[DONE]", true),
    ],
  };
}

function frame(
  at: number,
  after: number,
  text: string,
  isUnderstood: boolean,
): Exchange<WireEvent>["frames"][number] {
  return { at: at + 906 + after, frame: { text, isUnderstood } };
}

export function selectionDemo(): Selection {
  return SELECTION;
}
