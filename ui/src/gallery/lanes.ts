import type {
  CommandError,
  CommandName,
  Commands,
  FeedItem,
  Follow,
  Item,
  LaneComparison,
  ModelId,
  Outcome,
  Overview,
  SessionId,
} from "$contract";
import type { Host } from "$host/host";
import { type Recording, ScriptedHost } from "$host/scripted";
import { BOUND, boundDraft, thought } from "./bound";
import { BEGAN_AT, exchangeDemo, FORECAST, FUNCTIONS, PLAN } from "./demo";
import { functionCall, functionName, functionResult, Recorder, returned } from "./recorder";
import { REQUESTS } from "./requests";

const QUESTION = "Will I need an umbrella in Oslo tomorrow?";
const OFFERED = FUNCTIONS.slice(0, 4).map(({ name }) => name);
const NOW = functionName("clock", "now");
const RAIN = returned({ temperature: "4 °C", sky: "light rain", rain: 0.8 });

type Asked = { name: typeof FORECAST; raw: string; outcome: Outcome };

const FORECAST_ASKED: Asked = { name: FORECAST, raw: '{"city": "Oslo", "days": 1}', outcome: RAIN };

/** Three models that were asked the same, and what each made of it. The thoughts of the first are bound. */
const LANES: { session: SessionId; name: string; log: Recorder }[] = [
  lane("s1", "Large", [FORECAST_ASKED], "Yes. Light rain is expected in **Oslo**, at 4 °C.", {
    model: BOUND.model,
    before: [thought("The forecast of Oslo tells whether it rains.")],
  }),
  lane(
    "s5",
    "Small",
    [
      { name: NOW, raw: '{"time_zone": "Europe/Oslo"}', outcome: returned({ time: "10:30" }) },
      { ...FORECAST_ASKED, raw: '{"city": "Oslo", "days": 7}' },
    ],
    "Take one along. It rains on most days of the week.",
  ),
  lane("s6", "Without functions", [], "I can't look into the future, but Oslo is often wet in March."),
];

const COMPARISON: LaneComparison = {
  id: "c1",
  title: "An umbrella for Oslo",
  created: BEGAN_AT,
  changed: BEGAN_AT,
  lanes: LANES.map(({ session, name }, place) => ({ session, name, isForked: place > 0 })),
};

function lane(
  session: SessionId,
  name: string,
  asked: Asked[],
  answer: string,
  { model = PLAN.model, before = [] }: { model?: ModelId; before?: Item[] } = {},
): (typeof LANES)[number] {
  const log = new Recorder(name, { ...PLAN, model, breakpoints: [] }, BEGAN_AT);
  log.wait(400).begin("t1", QUESTION);
  asked.forEach((one, place) => ask(log, place + 1, one, before));
  request(log, asked.length + 1);
  log
    .say("assistant", [{ type: "text", text: answer }])
    .turn({ type: "ended", outcome: { type: "answered" } });
  return { session, name, log };
}

function request(log: Recorder, round: number): void {
  log
    .turn({ type: "roundBegan", round })
    .wait(5)
    .turn({ type: "requestSent", exchange: `x${round}`, offered: OFFERED })
    .wait(310)
    .turn({ type: "responseReceived", usage: { input: 310, output: 28, cached: null, reasoning: null } });
}

function ask(log: Recorder, round: number, { name, raw, outcome }: Asked, before: Item[]): void {
  const call = `call_${round}`;
  request(log, round);
  log.say("assistant", [...before, functionCall(call, name, raw)]).resolve([{ call, name }]);
  log.run(call, outcome, 120).say("function", [functionResult(call, name, outcome, "function")]);
}

/** A host whose only sessions are the lanes of one comparison. */
export function lanesHost(overview: Overview): Host {
  const models = [BOUND, ...overview.models];
  const hosts = new Map<SessionId, ScriptedHost>(
    LANES.map(({ session, name, log }) => [session, played(overview, { title: name, entries: log.entries })]),
  );
  const first = played(
    { ...overview, models, sessions: [], comparisons: [COMPARISON] },
    { title: "", entries: [] },
  );
  return {
    call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
      const session = "session" in args && typeof args.session === "string" ? args.session : "";
      return (hosts.get(session) ?? first).call(command, args);
    },
    follow(args: Follow, onItem: (item: FeedItem) => void, onLost: (error: CommandError) => void) {
      return (hosts.get(args.session) ?? first).follow(args, onItem, onLost);
    },
  };
}

function played(overview: Overview, recording: Recording): ScriptedHost {
  const [exchange, shown] = [exchangeDemo(), recording.entries.length];
  const requests = { ...REQUESTS, drafted: boundDraft(1) };
  return new ScriptedHost({ overview, recording, exchange, requests, shown, pace: 0 });
}
