import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Delivery, Follow } from "$contract";
import { SharedFeed } from "$host/sharedFeed";
import { asWritten, pageError } from "$language/notices";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Connection = { follows: Follow[]; deliver: (delivery: Delivery) => void; end: () => void };

/** A feed over connections that stay until they are ended. */
function feedOver(connections: Connection[]): SharedFeed {
  return new SharedFeed((follows, deliver, signal) => {
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve());
      connections.push({ follows, deliver, end: resolve });
    });
  });
}

function entry(session: string, seq: number): Delivery {
  const event = { type: "renamed" as const, title: "x" };
  return { session, item: { type: "entries", entries: [{ seq, at: 0, event }] } };
}

function follow(session: string): Follow {
  return { session, after: 0, tail: 9 };
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1);
}

it("follows several sessions over one connection", async () => {
  const connections: Connection[] = [];
  const feed = feedOver(connections);
  const [one, two] = [vi.fn(), vi.fn()];
  feed.follow(follow("one"), one, vi.fn());
  feed.follow(follow("two"), two, vi.fn());
  await settle();
  expect(connections.map(({ follows }) => follows.map(({ session }) => session))).toEqual([["one", "two"]]);
  connections[0]?.deliver(entry("two", 1));
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 1]);
});

it("takes up the others where they were when a session comes or goes", async () => {
  const connections: Connection[] = [];
  const feed = feedOver(connections);
  feed.follow(follow("one"), vi.fn(), vi.fn());
  await settle();
  connections[0]?.deliver(entry("one", 4));
  const stop = feed.follow(follow("two"), vi.fn(), vi.fn());
  await settle();
  expect(connections[1]?.follows).toEqual([{ session: "one", after: 4, tail: null }, follow("two")]);
  stop();
  await settle();
  expect(connections[2]?.follows.map(({ session }) => session)).toEqual(["one"]);
});

it("connects again when the connection breaks", async () => {
  const connections: Connection[] = [];
  const feed = feedOver(connections);
  feed.follow(follow("one"), vi.fn(), vi.fn());
  await settle();
  connections[0]?.deliver(entry("one", 4));
  connections[0]?.end();
  await vi.advanceTimersByTimeAsync(400);
  expect(connections[1]?.follows).toEqual([{ session: "one", after: 4, tail: null }]);
});

it("loses the one that is refused and keeps the others", async () => {
  const connections: Connection[] = [];
  const feed = feedOver(connections);
  const [lost, kept] = [vi.fn(), vi.fn()];
  feed.follow(follow("one"), vi.fn(), lost);
  feed.follow(follow("two"), vi.fn(), kept);
  await settle();
  connections[0]?.deliver({ session: "one", refused: pageError("No such session.", null) });
  connections[0]?.end();
  await vi.advanceTimersByTimeAsync(400);
  expect(connections[1]?.follows.map(({ session }) => session)).toEqual(["two"]);
  expect([lost.mock.calls.length, kept.mock.calls.length]).toEqual([1, 0]);
});

it("leaves a halted session to a person", async () => {
  const connections: Connection[] = [];
  const feed = feedOver(connections);
  feed.follow(follow("one"), vi.fn(), vi.fn());
  feed.follow(follow("two"), vi.fn(), vi.fn());
  await settle();
  const error = { code: "storeFull" as const, message: asWritten("Full."), advice: null };
  connections[0]?.deliver({ session: "one", item: { type: "halted", turn: "t", error } });
  connections[0]?.end();
  await vi.advanceTimersByTimeAsync(400);
  expect(connections[1]?.follows.map(({ session }) => session)).toEqual(["two"]);
});

it("tells everybody when nobody answers for a while", async () => {
  const lost = vi.fn();
  const feed = new SharedFeed(() => Promise.reject(new TypeError("network error")));
  feed.follow(follow("one"), vi.fn(), lost);
  feed.follow(follow("two"), vi.fn(), lost);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toHaveBeenCalledTimes(2);
});
