import { expect, it } from "vitest";
import type { HostedTool, ModelFacts } from "$contract";
import { cacheUse, percent } from "$plan/caching";
import { hostedTitle, storesOf, withHosted, withRaw, withStores } from "$plan/hosted";
import { choiceText, settingsText } from "$plan/planText";
import { refusedBy } from "$plan/refusals";
import { withThinking } from "$plan/thinking";
import { addUsage, NO_USAGE } from "$content/usage";

const USAGE = { input: 1000, output: 10, cached: 800, written: 150, reasoning: null };
const FACTS: ModelFacts = {
  searches: null,
  refuses: ["temperature"],
  refusesThinking: ["topP"],
  refusesBesideFunctions: [],
  functions: "taken",
  thinking: {
    isHidden: false,
    thinks: "always",
    modes: ["on"],
    efforts: ["low", "high"],
    effortsOff: null,
    budget: "refused",
    leastBudget: null,
    mostBudget: null,
  },
  reasoningBack: "usual",
  bindsThinking: true,
  reads: [],
  encryptsReasoning: null,
  context: null,
  output: null,
  mostFunctions: null,
  mostStops: null,
  media: [],
  hosted: {},
  signedCalls: null,
  mediaInResults: null,
  cache: "points",
  hostedBesideFunctions: null,
  sources: [],
};

it("thinking is said of with its parts alone, and not at all without one", () => {
  const hard = withThinking({ seed: 1 }, "effort", "high");
  expect(hard).toEqual({ seed: 1, thinking: { effort: "high" } });
  expect(withThinking(hard, "effort", undefined)).toEqual({ seed: 1 });
});

it("tools of the provider keep their order, and those in its own words come last", () => {
  const raw: HostedTool = { type: "raw", value: { type: "image_generation" } };
  const files = withHosted([raw], "fileSearch", true);
  const both = withHosted(withStores(files, ["vs_1"]), "webSearch", true);
  expect(both).toEqual([{ type: "webSearch" }, { type: "fileSearch", stores: ["vs_1"] }, raw]);
  expect(storesOf(both)).toEqual(["vs_1"]);
  expect(withRaw(withHosted(both, "fileSearch", false), [])).toEqual([{ type: "webSearch" }]);
  expect(both.map(hostedTitle)).toEqual(["Web search", "Files", "image_generation"]);
});

it("what is set is told in words", () => {
  const settings = {
    thinking: { mode: "betweenTools", effort: "xhigh", budget: 2048 },
    onVoid: "leaveOut",
    caching: "long",
    contextTokens: 8192,
    hosted: [{ type: "webFetch" }],
  } as const;
  expect(settingsText({ ...settings, hosted: [...settings.hosted] })).toBe(
    "thinking between calls, effort xhigh, 2048 tokens to think with, invalidated reasoning left out, reads 8192 tokens, cached: for an hour, with tools of the provider: Web pages",
  );
  const allowed = { type: "allowed", functions: [{ plugin: "clock", function: "now" }] } as const;
  const choice = { ...allowed, functions: [...allowed.functions], required: true };
  expect(choiceText(choice, { deferred: true, fromCode: true })).toBe(
    "must call one of clock · now, functions found by a search, calls from code",
  );
});

it("a cache is told of by what was read, written and saved", () => {
  const price = { model: "m", input: 5, cached: 0.5, output: 25 };
  expect(cacheUse(USAGE, price)).toEqual({ read: 800, written: 150, rest: 50, share: 0.8, saved: 0.0036 });
  expect(cacheUse(USAGE, null)?.saved).toBeNull();
  expect(cacheUse({ input: 5, output: 1, cached: null, reasoning: null }, price)).toBeNull();
  expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0 %", "<1 %", "50 %", ">99 %", "100 %"]);
});

it("what was written into a cache is summed over the requests of a turn", () => {
  expect(addUsage(addUsage(NO_USAGE, USAGE), USAGE).written).toBe(300);
  expect("written" in addUsage(NO_USAGE, { ...NO_USAGE, input: 1 })).toBe(false);
});

it("what a model refuses is said of each part, as far as it is asked for", () => {
  const out = "m refuses this: it is left out.";
  const thinking = "m refuses this while it thinks: it is left out.";
  expect(refusedBy("m", FACTS, {})).toEqual({ temperature: out, topP: thinking, budget: out });
  const asked = refusedBy("m", FACTS, { thinking: { mode: "off", effort: "max" } });
  expect(asked.mode).toBe("m can’t be told so: it is left out or sent as the nearest.");
  expect(asked.effort).toBe("m does not know this effort: the nearest is sent.");
  const never = { ...FACTS, thinking: { ...FACTS.thinking, thinks: "never" as const } };
  expect(refusedBy("m", never, {})).toEqual({
    temperature: out,
    mode: "m does not think.",
    effort: "m does not think.",
    budget: "m does not think.",
    display: "m does not think.",
  });
});
