import type { Item, Preview, RequestTerms } from "$contract";
import type { Recording } from "$host/scripted";
import { FORECAST } from "./demo";
import { plainPlan } from "./plans";
import { functionCall, functionResult, Recorder, returned } from "./recorder";

/** A model whose thoughts are bound to what was said before them. */
export const BOUND = { model: "anthropic/claude-opus-5-5", title: "claude-opus-5-5", service: "Anthropic" };

const PLAN = plainPlan({
  model: BOUND.model,
  settings: { thinking: { effort: "high", display: "summarized" }, caching: "long" },
});
const TERMS: RequestTerms = {
  model: BOUND.model,
  choice: { type: "auto" },
  calls: {},
  settings: PLAN.settings,
};
const RAIN = returned({ temperature: "4 °C", sky: "light rain", rain: 0.8 });
const CHANGED = "something said before it was changed";

/** Two rounds of a model that thinks, of which the provider took one thought out. */
export function boundDemo(at: number): Recording {
  const log = asked(at);
  sent(log, 2);
  log.turn({
    type: "adapted",
    adaptations: [
      {
        kind: "dropped",
        what: "a thought was dropped by its provider",
        why: CHANGED,
        places: ["/messages/1/items/0"],
      },
    ],
  });
  const usage = { input: 6_214, output: 131, cached: 5_120, written: 820, reasoning: 44 };
  log.wait(900).turn({ type: "responseReceived", usage });
  const answer = "Bergen has light rain at 4 °C, so an umbrella helps.";
  log.say("assistant", [thought("Rain is likely. The answer is yes."), { type: "text", text: answer }]);
  log.turn({ type: "ended", outcome: { type: "answered" } });
  return { title: "Thoughts that are bound", entries: log.entries };
}

/** The same, where the provider refused the second request because of a thought. */
export function refusedDemo(at: number): Recording {
  const log = asked(at);
  sent(log, 2);
  log.wait(300).turn({
    type: "requestFailed",
    message:
      "Anthropic refused: the thinking in messages.1.content.0 does not fit what comes before it (400)",
    advice: "Look at the request in the wire view: the service says what it does not accept.",
    remedies: [
      { type: "onVoid", onVoid: "drop" },
      { type: "onVoid", onVoid: "leaveOutAll" },
    ],
  });
  log.pause({ type: "beforeRequest" }, "requestFailed");
  return { title: "A thought that is refused", entries: log.entries };
}

/** The first of those two rounds, which stands before its call or after it. */
export function heldDemo(at: number, type: "beforeCall" | "afterCall" = "beforeCall"): Recording {
  const log = called(at);
  if (type === "afterCall") log.run("call_1", RAIN, 120);
  log.pause({ type, call: "call_1" });
  return { title: "A thought before a call", entries: log.entries };
}

/** What would be sent after that, with so many thoughts in vain. */
export function boundDraft(thoughts: number): Preview {
  const places = ["/messages/1/items/0", "/messages/3/items/0"].slice(0, thoughts);
  return {
    method: "POST",
    url: "https://api.anthropic.com/v1/messages",
    headers: [],
    body: "{}",
    adaptations: [
      {
        kind: "dropped",
        what: "a thought is dropped by its provider",
        why: CHANGED,
        places,
      },
    ],
  };
}

function asked(at: number): Recorder {
  const log = called(at).run("call_1", RAIN, 120);
  return log.say("function", [functionResult("call_1", FORECAST, RAIN, "edited")]);
}

function called(at: number): Recorder {
  const log = new Recorder("An umbrella for Bergen", PLAN, at);
  log.wait(400).begin("t1", "Do I need an umbrella in Bergen?");
  sent(log, 1);
  log.wait(800).turn({
    type: "responseReceived",
    usage: { input: 5_940, output: 96, cached: 0, written: 5_120, reasoning: 31 },
  });
  const call = functionCall("call_1", FORECAST, '{"city": "Bergen"}');
  log.say("assistant", [thought("The forecast of Bergen tells whether it rains."), call]);
  return log.resolve([{ call: "call_1", name: FORECAST }]);
}

function sent(log: Recorder, round: number): void {
  log.turn({ type: "roundBegan", round }).wait(4);
  log.turn({ type: "requestSent", exchange: `x${round}`, offered: [FORECAST], terms: TERMS });
}

export function thought(text: string): Item {
  return {
    type: "reasoning",
    text,
    providerState: { provider: "anthropic", madeBy: BOUND.model, state: { signature: "EqQBCkYIARgC" } },
  };
}
