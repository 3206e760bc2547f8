import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { CallPhase, FunctionName, Outcome } from "$contract";
import { lastResult } from "$calls/lastResult";
import { callKey, emptyTimeline, newCall, type Timeline } from "$timeline/model";

const NOW: FunctionName = { plugin: "clock", function: "now" };
const ADD: FunctionName = { plugin: "math", function: "add" };
const NONE = new Map<string, Outcome>();

function returned(text: string): Outcome {
  return { type: "returned", output: { type: "text", text } };
}

/** How a call is, with or without a result. */
function answered(outcome: Outcome | null): CallPhase {
  return outcome === null ? { type: "waiting" } : { type: "answered", outcome, origin: "function" };
}

function call({ calls }: Timeline, id: string, name: FunctionName, ended: Outcome | null): void {
  calls.set({ ...newCall(id, "t1#1", { type: "known", name }), phase: answered(ended) });
}

it("is what came of the function's newest call that has a result", () => {
  const timeline = emptyTimeline();
  call(timeline, "a", NOW, returned("nine"));
  call(timeline, "b", NOW, returned("ten"));
  call(timeline, "c", NOW, null);
  expect(lastResult(NOW, timeline.calls, NONE)).toBe("ten");
  expect(lastResult(ADD, timeline.calls, NONE)).toBeNull();
  call(timeline, "d", NOW, returned("twelve"));
  expect(lastResult(NOW, timeline.calls, NONE)).toBe("twelve");
  expect(lastResult(NOW, null, NONE)).toBeNull();
});

it("is what was tried by hand, where something was", () => {
  const timeline = emptyTimeline();
  call(timeline, "a", NOW, returned("nine"));
  expect(lastResult(NOW, timeline.calls, new Map([["clock\u0000now", returned("by hand")]]))).toBe("by hand");
});

it("is told anew where a result comes or a call is made", () => {
  const { calls } = emptyTimeline();
  const told: (string | null)[] = [];
  const stop = $effect.root(() => {
    $effect(() => void told.push(lastResult(NOW, calls, NONE)));
  });
  flushSync();
  calls.set({ ...newCall("a", "t1#1", { type: "known", name: NOW }), phase: answered(returned("nine")) });
  flushSync();
  calls.set(newCall("b", "t1#1", { type: "known", name: NOW }));
  flushSync();
  const [last] = calls.newestOf(NOW);
  if (last !== undefined) last.phase = answered(returned("ten"));
  flushSync();
  expect(told).toEqual([null, "nine", "nine", "ten"]);
  stop();
});

it("goes along with a call that turns out to be one of another function", () => {
  const timeline = emptyTimeline();
  call(timeline, "a", NOW, returned("nine"));
  call(timeline, "b", ADD, returned("ten"));
  expect(lastResult(NOW, timeline.calls, NONE)).toBe("nine");
  const first = timeline.calls.of(callKey("t1#1", "a"));
  if (first === undefined) throw new Error("there is a call");
  timeline.calls.rename(first, { type: "known", name: ADD });
  expect(lastResult(NOW, timeline.calls, NONE)).toBeNull();
  // The other one was made later.
  expect(lastResult(ADD, timeline.calls, NONE)).toBe("ten");
  call(timeline, "b", NOW, returned("eleven"));
  expect(lastResult(ADD, timeline.calls, NONE)).toBe("nine");
});

it.each([10, 5_000])("looks at no more than the newest of %d calls", (count) => {
  const timeline = emptyTimeline();
  let looks = 0;
  for (let number = 1; number <= count; number += 1) {
    const told = newCall(`c${number}`, "t1#1", { type: "known", name: number % 2 === 0 ? NOW : ADD });
    const get = (): CallPhase => {
      looks += 1;
      return answered(returned(`${number}`));
    };
    timeline.calls.set(Object.defineProperty(told, "phase", { get, enumerable: true }));
  }
  lastResult(NOW, timeline.calls, NONE);
  call(timeline, "last", ADD, null);
  looks = 0;
  expect([NOW, ADD].map((name) => lastResult(name, timeline.calls, NONE))).toEqual([
    `${count}`,
    `${count - 1}`,
  ]);
  expect(looks).toBe(2);
});
