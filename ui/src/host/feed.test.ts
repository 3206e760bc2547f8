import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FeedItem, Follow } from "$contract";
import { keepFollowing } from "$host/feed";
import { hostError } from "$host/host";
import { asWritten } from "$language/notices";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function entry(seq: number): FeedItem {
  return { type: "entries", entries: [{ seq, at: 0, event: { type: "renamed", title: "x" } }] };
}

it("follows again from the last entry when the connection breaks", async () => {
  const asked: Follow[] = [];
  const connect = vi.fn((follow: Follow, deliver: (item: FeedItem) => void) => {
    asked.push(follow);
    deliver(entry(follow.after + 1));
    return Promise.reject(new TypeError("network error"));
  });
  const stop = keepFollowing({ session: "s", after: 3, tail: 9 }, connect, vi.fn(), vi.fn());
  await vi.advanceTimersByTimeAsync(600);
  stop();
  expect(asked.slice(0, 2)).toEqual([
    { session: "s", after: 3, tail: 9 },
    { session: "s", after: 4, tail: null },
  ]);
});

it("gives up at once when it is refused", async () => {
  const onLost = vi.fn();
  const error = hostError("No such session.", null);
  keepFollowing({ session: "s", after: 0, tail: null }, () => Promise.reject(error), vi.fn(), onLost);
  await vi.advanceTimersByTimeAsync(10);
  expect(onLost).toHaveBeenCalledExactlyOnceWith(error.error);
});

it("gives up when nobody answers for a while", async () => {
  const onLost = vi.fn();
  keepFollowing(
    { session: "s", after: 0, tail: null },
    () => Promise.reject(new TypeError("x")),
    vi.fn(),
    onLost,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLost).toHaveBeenCalledOnce();
});

it("leaves a halted feed to a person", async () => {
  const error = { code: "storeFull", message: asWritten("Full."), advice: null } as const;
  const connect = vi.fn((_follow: Follow, deliver: (item: FeedItem) => void) => {
    deliver({ type: "halted", turn: "t", error });
    return Promise.resolve();
  });
  keepFollowing({ session: "s", after: 0, tail: null }, connect, vi.fn(), vi.fn());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connect).toHaveBeenCalledOnce();
});
