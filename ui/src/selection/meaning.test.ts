import { describe, expect, it } from "vitest";
import type { MeaningState } from "$contract";
import type { Host } from "$host/host";
import { Meaning } from "$selection/meaning.svelte";

const ABSENT: MeaningState = {
  readiness: { type: "wordsOnly", reason: { id: "file-flaw.missing", values: { what: "ONNX Runtime" } } },
  fetching: null,
  folder: "models",
  model: { type: "usual" },
  isRefused: false,
};

/** A host that knows this state alone, and keeps that it was refused. */
function hostOf(state: MeaningState): Host {
  let kept = state;
  return {
    call: (command: string) => {
      if (command === "meaning_refuse") kept = { ...kept, isRefused: true };
      return Promise.resolve(kept);
    },
  } as unknown as Host;
}

async function isOffered(state: MeaningState): Promise<boolean> {
  const meaning = new Meaning(hostOf(state));
  await meaning.watch();
  meaning.leave();
  return meaning.isOffered;
}

describe("the model that compares meanings", () => {
  it("is offered where it was never fetched", async () => {
    expect(await isOffered(ABSENT)).toBe(true);
  });

  it("is not offered while it is loaded, where it is damaged, or once it is there", async () => {
    const loading = { id: "without-meaning.loading", values: {} } as const;
    const damaged = { id: "file-flaw.damaged", values: { what: "ONNX Runtime" } } as const;
    for (const reason of [loading, damaged]) {
      expect(await isOffered({ ...ABSENT, readiness: { type: "wordsOnly", reason } })).toBe(false);
    }
    expect(await isOffered({ ...ABSENT, readiness: { type: "ready" } })).toBe(false);
  });

  it("is offered no more once somebody refused it", async () => {
    const meaning = new Meaning(hostOf(ABSENT));
    await meaning.watch();
    await meaning.refuse();
    expect(meaning.isOffered).toBe(false);
  });
});
