import { describe, expect, it } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { ServicesState } from "$services/services.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { servicesDemo } from "$gallery/fixtures/services";
import type { CommandName, Commands } from "$contract";

/** Notes what it is asked. */
class ListeningHost extends ScriptedHost {
  readonly heard: { command: CommandName; args: unknown }[] = [];

  override call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
    this.heard.push({ command, args: structuredClone(args) });
    return super.call(command, args);
  }
}

function setUp(listed = servicesDemo()): { host: ListeningHost; services: ServicesState } {
  const host = new ListeningHost({
    overview: demoOverview(),
    recording: weatherDemo(),
    exchange: exchangeDemo(),
    services: listed,
    shown: 2,
    pace: 0,
  });
  return { host, services: new ServicesState(new AppState(host)) };
}

describe("services", () => {
  it("begin with the first one where there is none", async () => {
    const { services } = setUp({ ...servicesDemo(), services: [] });
    await services.open();
    expect(services.draft?.settings).toMatchObject({ id: "", kind: "openai", key: { type: "kept" } });
  });

  it("forget a key as soon as it is saved or the dialog is left", async () => {
    const { host, services } = setUp();
    await services.open();
    services.add();
    services.typeKey("sk-12345678");
    services.leave();
    services.add();
    expect(services.draft?.key).toBe("");
    services.typeKey("sk-12345678");
    services.toggleModel("acme-small");
    await services.save();
    expect(services.draft).toBeNull();
    const saved = host.heard.find(({ command }) => command === "service_save");
    expect(saved?.args).toMatchObject({ key: "sk-12345678" });
  });

  it("leave a kept key alone where none is typed", async () => {
    const { host, services } = setUp();
    await services.open();
    const first = services.listed?.services[0];
    if (first === undefined) throw new Error("a service");
    services.edit(first.settings);
    services.toggleModel("acme-small");
    await services.save();
    const saved = host.heard.find(({ command }) => command === "service_save");
    expect(saved?.args).toMatchObject({ key: null, settings: { id: "acme", models: ["acme-large"] } });
  });

  it("need no key where they have an address of their own and none was typed", async () => {
    const { host, services } = setUp();
    await services.open();
    services.add();
    services.chooseKind("openai-compatible");
    services.change({ address: "http://127.0.0.1:8000/v1" });
    await services.test();
    const tested = host.heard.find(({ command }) => command === "service_test");
    expect(tested?.args).toMatchObject({ settings: { key: { type: "none" } } });
  });

  it("take name and address of another kind only where they were not written by the person", async () => {
    const { services } = setUp();
    await services.open();
    services.add();
    services.change({ title: "Mine" });
    services.chooseKind("openai-compatible");
    expect(services.draft?.settings).toMatchObject({ title: "Mine", address: "", kind: "openai-compatible" });
  });

  it("keep what a test said until something it depends on is changed", async () => {
    const { services } = setUp();
    await services.open();
    services.add();
    await services.test();
    services.toggleModel("acme-large");
    expect(services.tested?.models).toEqual(["acme-large", "acme-small"]);
    services.change({ address: "https://other.example" });
    expect(services.tested).toBeNull();
  });

  it("tick what most people would when they are tried, and nothing where something was ticked", async () => {
    const { services } = setUp();
    await services.open();
    services.add();
    await services.test();
    expect(services.draft?.settings.models).toEqual(["acme-large", "acme-small"]);
    services.tick(["acme-large"], false);
    await services.test();
    expect(services.draft?.settings.models).toEqual(["acme-small"]);
  });

  it("warn once before one is saved of which no model is ticked", async () => {
    const { host, services } = setUp();
    await services.open();
    services.add();
    await services.save();
    expect(services.isModelMissing).toBe(true);
    expect(host.heard.some(({ command }) => command === "service_save")).toBe(false);
    await services.save();
    expect(host.heard.some(({ command }) => command === "service_save")).toBe(true);
  });

  it("keep the list of a service that was tried for when it is changed again", async () => {
    const { services } = setUp();
    await services.open();
    const settings = services.listed?.services[0]?.settings;
    if (settings === undefined) throw new Error("a service");
    services.edit(settings);
    await services.test();
    services.leave();
    services.edit(settings);
    expect(services.models).toEqual(["acme-large", "acme-small"]);
  });

  it("show after a start the list that was saved", async () => {
    const { services } = setUp();
    await services.open();
    const settings = services.listed?.services[0]?.settings;
    if (settings === undefined) throw new Error("a service");
    services.edit({ ...settings, told: { "acme-large": {}, "acme-new": {} } });
    expect(services.models).toEqual(["acme-large", "acme-new"]);
  });

  it("set and remove headers with their values", async () => {
    const { services } = setUp();
    await services.open();
    services.add();
    services.setHeader("x-a", "x-a", "1");
    services.setHeader("x-b", "x-b", "2");
    services.setHeader("x-a", "", null);
    expect([services.draft?.settings.headers, services.draft?.headerValues]).toEqual([
      ["x-b"],
      { "x-b": "2" },
    ]);
  });
});
