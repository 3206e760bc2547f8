import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { servicesDemo } from "$gallery/fixtures/services";
import { unseenWindow, within } from "$gallery/within";
import { ScriptedHost } from "$host/scripted/host";
import LeftRail from "$window/LeftRail.svelte";

const ACME = { model: "acme/acme-small", title: "acme-small", service: "Acme" };

async function show() {
  const demo = demoOverview();
  const overview = { ...demo, models: [...demo.models, ACME] };
  const script = { recording: weatherDemo(), exchange: exchangeDemo(), services: servicesDemo() };
  const state = unseenWindow(new ScriptedHost({ overview, ...script, shown: 2, pace: 0 }));
  await state.app.load();
  render(within(state, LeftRail), { props: { overview }, context: new Map() });
  return state.services;
}

it("begins another service where there are some, and lists them beside", async () => {
  const services = await show();
  await fireEvent.click(screen.getByRole("button", { name: "Add a service…" }));
  await vi.waitFor(() => expect(services.draft?.settings.id).toBe(""));
  services.close();
  await fireEvent.click(screen.getByRole("button", { name: "Services…" }));
  await vi.waitFor(() => expect(services.isOpen).toBe(true));
  expect(services.draft).toBeNull();
});
