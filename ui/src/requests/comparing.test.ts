import { describe, expect, it } from "vitest";
import type { CompareRequest, ComparedRequest } from "$contract";
import type { Host } from "$host/host";
import { ComparisonState } from "$requests/comparing.svelte";

const PROTOCOLS = ["openai", "openai-responses", "anthropic", "gemini", "mistral"].map((kind) => ({
  kind,
  title: kind,
  model: "m",
}));

/** A host that answers when it is told to, the oldest question first. */
function slowHost() {
  const waiting: ((reply: ComparedRequest) => void)[] = [];
  const asked: CompareRequest[] = [];
  const call = (_command: string, args: unknown): Promise<unknown> => {
    asked.push(args as CompareRequest);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const host = { call, follow: () => () => undefined } as unknown as Host;
  const answer = async (at: number, model: string): Promise<void> => {
    waiting[at]?.({ model, parts: [], columns: [], protocols: PROTOCOLS });
    await Promise.resolve();
    await Promise.resolve();
  };
  return { host, asked, answer };
}

const said = { type: "said" as const, after: null };

function names(state: ComparisonState): string[] {
  return state.targets.map((target) => (target.type === "model" ? target.model : target.kind));
}

describe("the protocols that stand side by side", () => {
  it("begin with the model of the session, if it has a wire", () => {
    const state = new ComparisonState(slowHost().host);
    state.open("s", said, "A request", "acme/big");
    expect(names(state)).toEqual(["acme/big", "openai-responses", "anthropic", "gemini"]);
    state.open("s", said, "A request", "attached/gpt-5");
    expect(names(state)).toEqual(["openai-responses", "anthropic", "gemini"]);
    state.open("s", said, "A request", "script:weather");
    expect(names(state)).toEqual(["openai-responses", "anthropic", "gemini"]);
  });

  it("are two at least and four at most, and any of them can be the first", async () => {
    const { host, answer } = slowHost();
    const state = new ComparisonState(host);
    state.open("s", said, "A request", null);
    await answer(0, "m");
    state.add();
    state.add();
    expect(names(state)).toEqual(["openai", "anthropic", "gemini", "openai-responses"]);
    state.putFirst(2);
    expect(names(state)).toEqual(["gemini", "openai", "anthropic", "openai-responses"]);
    state.remove(3);
    state.remove(2);
    state.remove(1);
    expect(names(state)).toEqual(["gemini", "openai"]);
    state.choose(1, { type: "kind", kind: "bedrock", model: "x" });
    expect(names(state)).toEqual(["gemini", "bedrock"]);
  });

  it("are not mixed up by a late answer", async () => {
    const { host, asked, answer } = slowHost();
    const state = new ComparisonState(host);
    state.open("s", said, "A request", null);
    state.choose(0, { type: "kind", kind: "mistral", model: null });
    expect(asked.length).toBe(2);
    await answer(1, "new");
    await answer(0, "old");
    expect(state.compared?.model).toBe("new");
  });

  it("are forgotten when they are closed", async () => {
    const { host, answer } = slowHost();
    const state = new ComparisonState(host);
    state.open("s", said, "A request", null);
    state.close();
    await answer(0, "late");
    expect(state.compared).toBeNull();
    expect(state.isOpen).toBe(false);
  });
});
