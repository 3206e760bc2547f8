import { asWritten } from "$language/notices";
import { beforeEach, expect, it, vi } from "vitest";
import type { Exchange, WireEvent } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { AttemptsState } from "$transcript/state/attempts.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const sent = (number: number): WireEvent => ({
  type: "attempt",
  number,
  method: "POST",
  url: "/",
  headers: [],
});
const again: WireEvent = { type: "retrying", reason: asWritten("slow down"), wait: 4000 };

function exchange(...events: WireEvent[]): Exchange<WireEvent> {
  return { id: "x", sent: "{}", frames: events.map((frame, index) => ({ at: 1000 + index, frame })) };
}

function watched(found: Exchange<WireEvent>) {
  const host = new ScriptedHost({
    overview: demoOverview(),
    recording: weatherDemo(),
    exchange: found,
    shown: 0,
    pace: 0,
  });
  const attempts = new AttemptsState(host);
  return { attempts, host, end: attempts.watch("x") };
}

it("tells when a request that was refused is sent again, and why", async () => {
  const { attempts, end } = watched(exchange(sent(1), again));
  expect(attempts.again).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(attempts.again).toEqual({ reason: asWritten("slow down"), attempt: 2, at: 5001 });
  end();
});

it("tells of an attempt under way why the one before failed", async () => {
  const { attempts, end } = watched(exchange(sent(1), again, sent(2)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(attempts.again).toEqual({ reason: asWritten("slow down"), attempt: 2, at: null });
  end();
});

it("says nothing of a first attempt, and looks no more once it is over", async () => {
  const { attempts, host, end } = watched(exchange(sent(1)));
  await vi.advanceTimersByTimeAsync(2000);
  expect(attempts.again).toBeNull();
  end();
  const asked = host.asked.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(host.asked.length).toBe(asked);
});

it("tells that a request waits for its turn until the model takes it up", async () => {
  const waiting = watched(exchange({ type: "queued" }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting.attempts.isQueued).toBe(true);
  waiting.end();
  const taken = watched(exchange({ type: "queued" }, { type: "admitted" }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(taken.attempts.isQueued).toBe(false);
  taken.end();
});

it("is looked up once for all who watch the same exchange, until the last of them is gone", async () => {
  const { attempts, host, end } = watched(exchange(sent(1), again));
  const other = attempts.watch("x");
  await vi.advanceTimersByTimeAsync(1000);
  const looks = host.asked.length;
  expect(looks).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(host.asked.length).toBe(2);
  other();
  await vi.advanceTimersByTimeAsync(5000);
  expect(host.asked.length).toBe(2);
});
