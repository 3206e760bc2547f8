import { appeared } from "$gallery/appeared";
import type { WindowState } from "$window/context";
import type { Instructions } from "$contract";
import { withInstructions } from "$plan/instructions";
import type { SettingsTab } from "$frame/layout.svelte";
import type { InspectorTab } from "$session/selected.svelte";
import type { SourceSheet } from "$functions/state/sources.svelte";
import { ARRIVAL_SCENES } from "$gallery/arrivalScenes";
import { ATTACHED_SCENES } from "$gallery/attachedScenes";
import { EXPERIMENT_SCENES } from "$gallery/experimentScenes";
import { BOUND } from "$gallery/fixtures/bound";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import { FIGURES_SHOWN } from "$inspector/figures";
import { TABLE_SHOWN } from "$lanes/laneFacts";
import { REQUESTED, TRIED } from "$gallery/fixtures/requests";

/** A window at a place of a recording, with something open in it. */
export type Scene = { name: string; demo: string; show: (window: WindowState) => unknown };

const SETTINGS: readonly SettingsTab[] = [
  "answer",
  "functions",
  "limits",
  "behaviour",
  "approvals",
  "filters",
  "participants",
];
const TABS: readonly InspectorTab[] = ["selection", "wire", "timing", "events"];
const SHEETS: Record<string, SourceSheet> = {
  server: { type: "server", id: null },
  "server-details": { type: "details", id: "files" },
  definitions: { type: "pasted", id: null },
  prompts: { type: "prompt", id: null },
  document: { type: "plugin", kind: "openApi" },
  request: { type: "plugin", kind: "http" },
  script: { type: "plugin", kind: "script" },
  plugin: { type: "own", id: "own:invoices" },
};

const TOLD: Instructions = {
  text: "You are a travel agent for {{city}}. Today is {{today}}.\nAnswer in two sentences at most, and in {{unit}}.",
  values: { city: "Oslo" },
};
const TOLD_OTHERWISE: Instructions = {
  text: "You are a travel agent for {{city}}. Today is {{today}}.\nGive a reason for everything.",
  values: { city: "Bergen" },
};
const SENT = { type: "sent", exchange: TRIED.id } as const;

/** Every view and every sheet, so that each can be looked at and a picture be taken of it. */
export const SCENES: readonly Scene[] = [
  ...["empty", "done", "before", "after", "branches", "marks", "large", "problem", "many"].map(still),
  ...[
    "form",
    "visit",
    "sample",
    "consent",
    "disguised",
    "approval",
    "findings",
    "declined",
    "failed",
    "several",
    "faulty",
    "changed",
    "unread",
    "stalled",
  ].map(still),
  ...SETTINGS.map((tab) => scene(`settings-${tab}`, "done", ({ layout }) => layout.showSettings(tab))),
  ...TABS.map((tab) => scene(`inspector-${tab}`, "done", ({ selected }) => selected.show(tab))),
  ...Object.entries(SHEETS).map(([name, sheet]) =>
    scene(`source-${name}`, "sources", ({ sources }) => sources.open(sheet)),
  ),
  scene("inspector-call", "done", ({ app, selected }) => {
    const [first] = app.session?.timeline.calls.keys ?? [];
    if (first !== undefined) selected.selectCall(first, null);
  }),
  ...ATTACHED_SCENES,
  ...EXPERIMENT_SCENES,
  scene("figures", "requests", async ({ prices, folds }) => {
    await prices.load();
    folds.open(FIGURES_SHOWN);
    await appeared("section table");
  }),
  scene("palette", "done", ({ layout }) => layout.showPalette(true)),
  scene("breakpoints", "before", ({ layout }) => layout.showBreakpoints(true)),
  ...ARRIVAL_SCENES,
  scene("export", "done", ({ exporting }) => exporting.open("s1")),
  scene("services", "done", ({ services }) => services.open()),
  scene("service", "done", async ({ services }) => {
    await services.open();
    services.add();
  }),
  scene("service-tested", "done", async ({ services }) => {
    await services.open();
    services.add();
    await services.test();
  }),
  ...["first-fetching", "first-ready", "first-failed"].map(still),
  ...["local-fetching", "local-here"].map((name) =>
    scene(name, name, ({ localModels }) => localModels.open()),
  ),
  scene("voids", "voids", () => appeared(".voids")),
  scene("voids-wire", "voids", async ({ prices, selected }) => {
    await prices.load();
    selected.show("wire");
    await appeared(".voids");
  }),
  scene("voids-rerun", "voids", async ({ app, rerunning }) => {
    const { plan, timeline } = app.session ?? {};
    if (plan === undefined || plan === null || timeline?.head == null) return;
    rerunning.open({ type: "message", message: timeline.head }, "s1", "The model goes on.", plan);
    await appeared("dialog .voids");
  }),
  scene("voids-call", "held", ({ app }) => {
    app.session?.edit?.own?.arguments.write('{ "city": "Oslo" }');
    return appeared(".voids");
  }),
  scene("several-all", "several", ({ app }) => app.session?.edit?.showAll(true)),
  scene("faulty-all", "faulty", ({ app }) => app.session?.edit?.showAll(true)),
  scene("result-edited", "several", ({ app }) => {
    app.session?.edit?.own?.writeResult({
      type: "returned",
      output: { type: "text", text: "{'sky': 'clear', rain: 0.1,}" },
    });
  }),
  scene("request-answer", "request", ({ app }) => {
    const { edit } = app.session ?? {};
    edit?.written?.open();
    edit?.written?.write("Let me look at the forecast for Atlantis first.");
    edit?.written?.addCall();
    edit?.written?.calls[0]?.nameFunction("weather.get_forecast", FUNCTIONS);
    return appeared("[data-pause] .answer");
  }),
  scene("branches-compared", "branches", ({ app }) => app.session?.looking.compare("m2")),
  scene("broken", "broken", () => appeared("[data-banner=broken]")),
  scene("retrying", "retrying", () => appeared("[data-wait=retry]")),
  ...["lanes", "lanes-four", "lanes-six"].map((name) => scene(name, name, () => appeared(".voids"))),
  scene("shortcuts", "done", ({ layout }) => layout.showShortcuts(true)),
  scene("lanes-waiting", "lanes-waiting", () => appeared("[data-wait=retry]")),
  scene("lanes-table", "lanes-four", async ({ folds }) => {
    await appeared(".voids");
    folds.open(TABLE_SHOWN);
  }),
  scene("many-functions", "many", async ({ app, layout }) => {
    const plan = app.session?.plan;
    if (plan !== undefined && plan !== null)
      await app.session?.change((now) => ({
        ...now,
        selection: { ...now.selection, mode: { type: "manual", functions: [] } },
      }));
    layout.showSettings("functions");
  }),
  scene("several-models", "many", ({ several }) => {
    several.open({ type: "session", session: "s1" });
    ["openai/gpt-5.6-sol", "anthropic/claude-opus-5", "gemini/gemini-4-pro"].forEach((one) =>
      several.toggle(one),
    );
  }),
  scene("many-palette", "many", ({ layout }) => layout.showPalette(true)),
  scene("lanes-instructions", "lanes", async ({ app, layout }) => {
    const { lanes } = app;
    await lanes?.at("s1")?.session.change((plan) => withInstructions(plan, TOLD));
    await lanes?.at("s5")?.session.change((plan) => withInstructions(plan, TOLD_OTHERWISE));
    await appeared(".voids");
    layout.showInstructions("s5");
  }),
  scene("lanes-copied", "lanes", async ({ app }) => {
    await appeared(".voids");
    const { lanes } = app;
    const last = lanes?.at("s6")?.session.timeline.head;
    if (lanes == null || last == null) return;
    const copied = { from: "s1", last };
    const all = lanes.comparison.lanes.map((lane) => (lane.session === "s6" ? { ...lane, copied } : lane));
    lanes.take({ ...lanes.comparison, lanes: all });
  }),
  scene("instructions", "done", async ({ app, layout }) => {
    await app.session?.change((plan) => withInstructions(plan, TOLD));
    layout.showInstructions("s1");
  }),
  scene("instructions-line", "done", ({ app }) =>
    app.session?.change((plan) => withInstructions(plan, TOLD)),
  ),
  scene("refused", "refused", () => appeared(".voids")),
  scene("thinking", "voids", async ({ layout }) => {
    layout.showSettings("answer");
    (await appeared("[role=tabpanel]")).scrollTop = 170;
  }),
  scene("models", "voids", ({ accepted }) => accepted.open(BOUND.model)),
  scene("prices", "done", ({ prices }) => prices.open()),
  scene("shorter", "done", ({ reducing }) => reducing.open("s1")),
  scene("search", "done", ({ search }) => search.write("forecast")),
  scene("by-hand", "done", ({ byHand }) => {
    const [forecast] = FUNCTIONS;
    if (forecast !== undefined) byHand.open(forecast);
  }),
  scene("by-hand-asked", "done", async ({ byHand }) => {
    const keeping = FUNCTIONS.find(({ name }) => name.function === "save_note");
    if (keeping === undefined) return;
    byHand.open(keeping);
    await byHand.start(null, false);
  }),
  scene("inspector-function", "done", ({ selected }) =>
    selected.select({ type: "function", name: { plugin: "notes", function: "save_note" } }),
  ),
  scene("protocols", "requests", ({ comparing }) =>
    comparing.open("s1", SENT, "The request of round 2", REQUESTED.model),
  ),
  scene("try", "requests", ({ trying }) =>
    trying.open("s1", SENT, "The request of round 2", REQUESTED.model),
  ),
  scene("tried", "requests", async ({ trying }) => {
    trying.open("s1", SENT, "The request of round 2", REQUESTED.model);
    await trying.ask(REQUESTED.model);
    await trying.send();
  }),
  scene("rerun", "done", ({ app, rerunning }) => {
    const [call] = app.session?.timeline.calls.all ?? [];
    const plan = app.session?.plan;
    if (call === undefined || plan === undefined || plan === null) return;
    rerunning.open({ type: "call", message: "m1", call: call.id }, "s1", "The call runs once more.", plan);
  }),
  scene("call", "done", ({ making }) => making.open({ type: "inject", after: null, hasMore: false }, "s1")),
];

function scene(name: string, demo: string, show: Scene["show"]): Scene {
  return { name, demo, show };
}

function still(demo: string): Scene {
  return scene(demo, demo, () => undefined);
}
