import { render } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { ImportedSession } from "$contract";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import ImportReport from "$sessions/importing/ImportReport.svelte";

const REPORT: ImportedSession = {
  session: { id: "s1", title: "Umbrella", created: 0, changed: 0, models: [], tags: [] },
  format: "openAiChat",
  messages: 4,
  losses: [],
  functions: [],
  settings: [
    { name: "temperature", value: "0.2" },
    { name: "reasoning.effort", value: '"low"' },
  ],
  model: { name: "gpt-5.6-sol", here: null },
};

type Here = { functions: typeof FUNCTIONS; models: { model: string; title: string; service: string }[] };

function text(report: ImportedSession, here: Here = { functions: [], models: [] }): string {
  const { container } = render(ImportReport, {
    report,
    here,
    onService: vi.fn(),
    onModel: vi.fn(),
    onAdd: vi.fn(),
    onDismiss: vi.fn(),
  });
  return container.textContent.replace(/\s+/g, " ");
}

it("says with which settings of the request the session goes on", () => {
  expect(text(REPORT)).toContain('For the next turn: temperature 0.2, reasoning.effort "low"');
});

it("says that no service here has the model of the request", () => {
  expect(text(REPORT)).toContain("No service here has the model of the request, gpt-5.6-sol");
});

it("names the model here with which the session goes on", () => {
  const here = "openai/gpt-5.6-sol";
  const said = text({ ...REPORT, model: { name: "gpt-5.6-sol", here } });
  expect(said).toContain(`The session goes on with the model of the request, ${here}`);
});

it("says nothing of settings where the document had none", () => {
  const said = text({ ...REPORT, settings: [], model: null });
  expect(said).not.toMatch(/next turn|model of the request/);
});

it("says nothing of a model and functions that are here by now", () => {
  const [forecast] = FUNCTIONS;
  if (forecast === undefined) throw new Error("a function");
  const wanted = {
    name: forecast.name.function,
    description: "",
    parameters: {},
    effect: "readsOnly",
  } as const;
  const report = { ...REPORT, functions: [wanted as unknown as ImportedSession["functions"][number]] };
  expect(text(report)).toContain("not here");
  const models = [{ model: "openai/gpt-5.6-sol", title: "gpt-5.6-sol", service: "OpenAI" }];
  expect(text(report, { functions: FUNCTIONS, models })).not.toMatch(/not here|No service/);
  expect(text(report, { functions: FUNCTIONS, models })).toContain("The model of the request is here now");
});
