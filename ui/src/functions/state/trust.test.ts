import { expect, it } from "vitest";
import type { FunctionFacts, FunctionName, GiveConsent, NamedFunction } from "$contract";
import type { Host } from "$host/host";
import { hostError } from "$host/host";
import { TrustState } from "$functions/state/trust.svelte";

const [READ, WRITE, OPEN]: [FunctionName, FunctionName, FunctionName] = [
  { plugin: "files", function: "read" },
  { plugin: "files", function: "write" },
  { plugin: "files", function: "open" },
];

/** The consents as the application keeps them: each tool has a fingerprint, and one that is out of date is refused. */
class Consents {
  readonly fingerprints = new Map([
    ["read", "r1"],
    ["write", "w1"],
  ]);
  readonly kept = new Map<string, string>();
  readonly host: Host = {
    call: ((command: string, args: unknown) => Promise.resolve(this.#reply(command, args))) as Host["call"],
    follow: () => () => undefined,
  };

  #reply(command: string, args: unknown): unknown {
    const { function: name } = args as NamedFunction;
    if (command === "function_facts") return this.#facts(name);
    if (command === "consent_forget") this.kept.delete(name.function);
    if (command !== "consent_give") return {};
    const { fingerprint, lasting } = args as GiveConsent;
    if (fingerprint !== this.fingerprints.get(name.function)) throw hostError("It was changed.", null);
    if (lasting === "always") this.kept.set(name.function, fingerprint);
    return {};
  }

  #facts(name: FunctionName): FunctionFacts {
    const [fingerprint, kept] = [this.fingerprints.get(name.function), this.kept.get(name.function)];
    const terms = { runs: "", program: "", description: "", parameters: {}, effect: "unknown" as const };
    return {
      projections: [],
      recordings: 0,
      needs: ["run node"],
      agreement: fingerprint === undefined ? null : { fingerprint, terms },
      allowed: kept === undefined ? [] : [{ function: name, fingerprint: kept, arguments: null }],
      said: null,
    };
  }
}

it("allows every tool of a server that asks, each as it was looked at", async () => {
  const consents = new Consents();
  const trust = new TrustState(consents.host);
  await trust.look([READ, WRITE, OPEN]);
  expect(trust.tools?.map(({ name, isAllowed }) => [name.function, isAllowed])).toEqual([
    ["read", false],
    ["write", false],
  ]);
  expect(await trust.give()).toBe(true);
  expect([...consents.kept]).toEqual([
    ["read", "r1"],
    ["write", "w1"],
  ]);
  expect(trust.isWhole).toBe(true);

  expect(await trust.takeBack()).toBe(true);
  expect([consents.kept.size, trust.isWhole]).toEqual([0, false]);
});

it("trusts no tool that was changed since, and none that is new", async () => {
  const consents = new Consents();
  const trust = new TrustState(consents.host);
  await trust.look([READ, WRITE]);
  await trust.give();
  consents.fingerprints.set("write", "w2").set("open", "o1");
  await trust.look([READ, WRITE, OPEN]);
  expect(trust.isWhole).toBe(false);
  expect(trust.tools?.map(({ isAllowed }) => isAllowed)).toEqual([true, false, false]);
});

it("takes in nothing that was changed while it was looked at, and shows how it stands", async () => {
  const consents = new Consents();
  const trust = new TrustState(consents.host);
  await trust.look([READ, WRITE]);
  consents.fingerprints.set("write", "w2");
  expect(await trust.give()).toBe(false);
  expect(trust.error?.message.id).toBeDefined();
  expect(trust.tools?.map(({ isAllowed }) => isAllowed)).toEqual([true, false]);
});

it("never asks about more tools at once than a browser takes", async () => {
  let [open, most] = [0, 0];
  const { host } = new Consents();
  const counting: Host = {
    ...host,
    call: (async (command: "function_facts", args: NamedFunction) => {
      most = Math.max(most, (open += 1));
      await Promise.resolve();
      open -= 1;
      return host.call(command, args);
    }) as Host["call"],
  };
  const names = Array.from({ length: 1_030 }, (_, at) => ({ plugin: "files", function: `tool_${at}` }));
  const trust = new TrustState(counting);
  await trust.look([...names, READ]);
  expect(most).toBeLessThanOrEqual(24);
  expect(trust.tools?.map(({ name }) => name.function)).toEqual(["read"]);
});
