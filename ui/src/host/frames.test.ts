import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CommandError, FeedItem } from "$contract";
import { inFrames } from "$host/frames";
import type { Host } from "$host/host";
import { asWritten } from "$language/notices";

type Deliver = (version: number) => void;

/** A host whose feeds say what the test says. */
function spoken(): { host: Host; deliver: Deliver; lose: (error: CommandError) => void } {
  let tell: (item: FeedItem) => void = () => undefined;
  let lost: (error: CommandError) => void = () => undefined;
  const host: Host = {
    call: () => Promise.reject(new Error("not asked here")),
    follow(_, onItem, onLost) {
      [tell, lost] = [onItem, onLost];
      return () => undefined;
    },
  };
  return {
    host,
    deliver: (version) => tell({ type: "functionsChanged", version }),
    lose: (error) => lost(error),
  };
}

const ARGS = { session: "one", after: 0, tail: null };
const LOST: CommandError = { code: "failed", message: asWritten("gone"), advice: null };

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance"],
  }),
);
afterEach(() => vi.useRealTimers());

test("what is told between two frames comes with the next one, in order and once", () => {
  const { host, deliver, lose } = spoken();
  const told: unknown[] = [];
  inFrames(host).follow(
    ARGS,
    (item) => told.push(item),
    (error) => told.push(error),
  );
  deliver(1);
  deliver(2);
  lose(LOST);
  expect(told).toEqual([]);
  vi.advanceTimersToNextFrame();
  const all = [{ type: "functionsChanged", version: 1 }, { type: "functionsChanged", version: 2 }, LOST];
  expect(told).toEqual(all);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(all);
  deliver(3);
  vi.advanceTimersToNextFrame();
  expect(told).toHaveLength(4);
});

test("a page that draws nothing hears of it all the same", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const { host, deliver } = spoken();
  const told: FeedItem[] = [];
  inFrames(host).follow(
    ARGS,
    (item) => told.push(item),
    () => undefined,
  );
  deliver(1);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
  vi.unstubAllGlobals();
});

test("who has left hears nothing more", () => {
  const { host, deliver } = spoken();
  const told: FeedItem[] = [];
  const leave = inFrames(host).follow(
    ARGS,
    (item) => told.push(item),
    () => undefined,
  );
  deliver(1);
  leave();
  vi.advanceTimersToNextFrame();
  expect(told).toEqual([]);
});

test("a page that draws slowly is left alone for as long as drawing took", () => {
  const { host, deliver } = spoken();
  const told: FeedItem[] = [];
  inFrames(host).follow(
    ARGS,
    (item) => {
      told.push(item);
      vi.advanceTimersByTime(200);
    },
    () => undefined,
  );
  deliver(1);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(1);
  deliver(2);
  vi.advanceTimersByTime(150);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(150);
  expect(told).toHaveLength(2);
});

test("feeds that together are slow to draw take turns", () => {
  const spokenBy = [spoken(), spoken(), spoken()];
  const told: number[] = [];
  let follow = 0;
  const framed = inFrames({
    call: () => Promise.reject(new Error("not asked here")),
    follow: (...args) => spokenBy[follow++]?.host.follow(...args) ?? ((): void => undefined),
  });
  spokenBy.forEach((_, feed) =>
    framed.follow(
      ARGS,
      () => {
        told.push(feed);
        vi.advanceTimersByTime(20);
      },
      () => undefined,
    ),
  );
  for (const { deliver } of spokenBy) deliver(1);
  for (const { deliver } of spokenBy) deliver(2);
  vi.advanceTimersToNextFrame();
  expect(told).toEqual([0, 0]);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([0, 0, 1, 1, 2, 2]);
});
