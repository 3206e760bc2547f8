import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Adaptation, CommandName, DraftRequest, Item, Message, Preview } from "$contract";
import type { Host } from "$host/host";
import { hasKeptThoughts, voidsOf } from "$stops/state/voids";
import { VoidsState } from "$stops/state/voids.svelte";

const WHY = "something said before it was changed";
const THOUGHT: Item = {
  type: "reasoning",
  text: "Rain is likely.",
  providerState: { provider: "anthropic", state: { signature: "s" } },
};
const MESSAGES = [
  message("m1", null, "user", { type: "text", text: "Do I need an umbrella?" }),
  message("m2", "m1", "assistant", THOUGHT),
  message("m3", "m2", "user", { type: "text", text: "And tomorrow?" }),
  message("m4", "m3", "assistant", THOUGHT),
];

function message(id: string, parent: string | null, role: Message["role"], item: Item): Message {
  return { id, parent, role, items: [item], author: { type: "person" }, origin: "person" };
}

function adapted(kind: Adaptation["kind"], ...places: string[]): Adaptation {
  return {
    kind,
    what: { id: "adaptation.thought-dropped", values: {} },
    why: { id: "thought.earlier", values: {} },
    places,
  };
}

function draft(...adaptations: Adaptation[]): Preview {
  return { method: "POST", url: "", headers: [], body: "{}", adaptations };
}

describe("void thoughts of a draft", () => {
  it("are counted by their places, and the model could think anew before the first", () => {
    const found = draft(adapted("dropped", "/messages/3/items/0", "/messages/1/items/0"));
    expect(voidsOf(found, MESSAGES)).toEqual({ count: 2, reasons: [WHY], before: "m1" });
  });

  it("are those alone that the answer makes void", () => {
    const earlier = draft(adapted("dropped", "/messages/1/items/0"));
    const now = draft(adapted("dropped", "/messages/1/items/0", "/messages/3/items/0"));
    expect(voidsOf(now, MESSAGES, earlier)).toEqual({ count: 1, reasons: [WHY], before: "m3" });
    expect(voidsOf(earlier, MESSAGES, earlier)).toBeNull();
  });

  it("are thoughts: words and settings that are left out are not counted", () => {
    const found = draft(
      adapted("leftOut", "/messages/0/items/0", "/temperature"),
      adapted("rewritten", "/x"),
    );
    expect(voidsOf(found, MESSAGES)).toBeNull();
    expect(voidsOf(draft(adapted("leftOut", "/messages/1/items/0")), MESSAGES)?.count).toBe(1);
  });

  it("need a thought that is kept for its provider", () => {
    expect(hasKeptThoughts(MESSAGES)).toBe(true);
    expect(hasKeptThoughts([message("m1", null, "assistant", { type: "reasoning", text: "…" })])).toBe(false);
  });
});

describe("the request ahead", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function looking(reply: (asked: DraftRequest) => Preview): { state: VoidsState; asked: DraftRequest[] } {
    const asked: DraftRequest[] = [];
    const call = (_command: CommandName, args: DraftRequest): Promise<Preview> => {
      asked.push(args);
      return Promise.resolve(reply(args));
    };
    const host = { call, follow: () => () => undefined } as unknown as Host;
    return { state: new VoidsState(host), asked };
  }

  const said: DraftRequest = { session: "s", source: { type: "said", after: null }, model: "a/m" };

  it("is drafted once what is written stands still", async () => {
    const { state, asked } = looking(() => draft(adapted("dropped", "/messages/1/items/0")));
    state.want(said, MESSAGES);
    state.want(said, MESSAGES);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual([said]);
    expect(state.voids?.count).toBe(1);
    state.rest();
    expect(state.voids).toBeNull();
  });

  it("is held against the request that follows where the turn just goes on", async () => {
    const answer = { pause: 1, decision: { type: "drop" }, pace: "run" } as const;
    const goesOn = { ...answer, decision: { type: "continue" } } as const;
    const { state, asked } = looking(({ source }) =>
      source.type === "ahead" && source.answer?.decision.type === "drop"
        ? draft(adapted("dropped", "/messages/1/items/0", "/messages/3/items/0"))
        : draft(adapted("dropped", "/messages/1/items/0")),
    );
    state.want({ ...said, source: { type: "ahead", turn: "t", answer } }, MESSAGES);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked.map(({ source }) => source)).toEqual([
      { type: "ahead", turn: "t", answer },
      { type: "ahead", turn: "t", answer: goesOn },
    ]);
    expect(state.voids).toEqual({ count: 1, reasons: [WHY], before: "m3" });
  });

  it("is not drafted where no thought is kept", async () => {
    const { state, asked } = looking(() => draft());
    state.want(said, MESSAGES.slice(0, 1));
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual([]);
  });
});
