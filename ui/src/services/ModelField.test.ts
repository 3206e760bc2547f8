import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { servicesDemo } from "$gallery/fixtures/services";
import { unseenWindow, within } from "$gallery/within";
import { ScriptedHost } from "$host/scripted/host";
import ModelField from "$services/ModelField.svelte";

async function show(value: string, title = value) {
  const overview = demoOverview();
  const script = { recording: weatherDemo(), exchange: exchangeDemo(), services: servicesDemo() };
  const state = unseenWindow(new ScriptedHost({ overview, ...script, shown: 2, pace: 0 }));
  await state.app.load();
  const onChoose = vi.fn();
  const props = { label: "Model", models: overview.models, value, onChoose };
  render(within(state, ModelField), { props, context: new Map() });
  await fireEvent.click(screen.getByRole("button", { name: `Model: ${title}` }));
  return { onChoose, services: state.services };
}

it("lists models with their services, however few there are", async () => {
  const { onChoose } = await show("echo", "Echo · On this machine");
  const options = screen.getAllByRole("option", { hidden: true });
  expect(options.map(({ textContent }) => textContent.includes("On this machine"))).toEqual([true, true]);
  if (options[0] !== undefined) await fireEvent.click(options[0]);
  expect(onChoose.mock.calls).toEqual([["scripted"]]);
});

it("ends with another service, and names a model that is gone by its id", async () => {
  const { services } = await show("acme/away");
  await fireEvent.click(screen.getByText("Add a service…"));
  await vi.waitFor(() => expect(services.draft?.settings.id).toBe(""));
});
