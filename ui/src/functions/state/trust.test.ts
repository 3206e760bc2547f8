import { expect, it } from "vitest";
import type { FunctionConsent, FunctionName, GiveConsents, NamedFunctions, SeenFunction } from "$contract";
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
  readonly asked: string[] = [];
  readonly fingerprints = new Map([
    ["read", "r1"],
    ["write", "w1"],
  ]);
  readonly kept = new Map<string, string>();
  readonly host: Host = {
    call: ((command: string, args: unknown) =>
      Promise.resolve().then(() => this.#reply(command, args))) as Host["call"],
    follow: () => () => undefined,
  };

  #reply(command: string, args: unknown): unknown {
    this.asked.push(command);
    if (command === "consents_give") return this.#give(args as GiveConsents);
    const { functions } = args as NamedFunctions;
    if (command === "consents_read") return functions.map((name) => this.#consent(name));
    for (const name of functions) this.kept.delete(name.function);
    return {};
  }

  #give({ consents }: GiveConsents): unknown {
    const isNow = ({ function: name, fingerprint }: SeenFunction): boolean =>
      fingerprint === this.fingerprints.get(name.function);
    for (const seen of consents.filter(isNow)) this.kept.set(seen.function.function, seen.fingerprint);
    if (!consents.every(isNow)) throw hostError("It was changed.", null);
    return {};
  }

  #consent(name: FunctionName): FunctionConsent {
    const [fingerprint, kept] = [this.fingerprints.get(name.function), this.kept.get(name.function)];
    const isAllowed = fingerprint !== undefined && kept === fingerprint;
    return { function: name, needs: [], fingerprint: fingerprint ?? null, isAllowed };
  }
}

it("allows every tool of a server that asks, each as it was looked at", async () => {
  const consents = new Consents();
  const trust = new TrustState(consents.host);
  await trust.look([READ, WRITE, OPEN]);
  expect(trust.tools?.map(({ function: name, isAllowed }) => [name.function, isAllowed])).toEqual([
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

it("trusts a thousand tools with one request", async () => {
  const consents = new Consents();
  const names = Array.from({ length: 1_030 }, (_, at) => ({ plugin: "files", function: `tool_${at}` }));
  for (const { function: name } of names) consents.fingerprints.set(name, `1 ${name}`);
  const trust = new TrustState(consents.host);
  await trust.look(names);
  await trust.give();
  expect(consents.asked).toEqual(["consents_read", "consents_give", "consents_read"]);
  expect([trust.isWhole, consents.kept.size]).toEqual([true, 1_030]);
});
