import { afterEach, expect, it, vi } from "vitest";
import type { FeedItem } from "$contract";
import { BrowserHost, takeToken } from "$host/browser";
import { asWritten } from "$language/notices";

afterEach(() => void vi.unstubAllGlobals());

function answer(response: Response): void {
  vi.stubGlobal("fetch", () => Promise.resolve(response));
}

it("takes the token out of the address", () => {
  location.hash = "#token=abc";
  expect(takeToken(location, history, sessionStorage)).toBe("abc");
  expect(location.hash).toBe("");
  expect(takeToken(location, history, sessionStorage)).toBe("abc");
});

it("says which address to open where the key is missing", async () => {
  answer(new Response("", { status: 401 }));
  const advice = "Open the address that the command printed.";
  await expect(new BrowserHost("").call("overview", {})).rejects.toMatchObject({
    error: { advice: asWritten(advice) },
  });
});

it("passes on what the application says is wrong", async () => {
  const error = { code: "notWaiting", message: asWritten("the turn does not wait"), advice: null };
  answer(new Response(JSON.stringify(error), { status: 409 }));
  await expect(new BrowserHost("k").call("turn_stop", { turn: "t" })).rejects.toMatchObject({ error });
});

it("delivers each line of a feed, however it was cut into pieces", async () => {
  const items: FeedItem[] = [1, 2].map((seq) => ({
    type: "entries",
    entries: [{ seq, at: 0, event: { type: "renamed", title: "Oslo · é" } }],
  }));
  const bytes = new TextEncoder().encode(
    items.map((item) => `${JSON.stringify({ session: "s", item })}\n`).join(""),
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
    },
  });
  answer(new Response(body));
  const delivered: FeedItem[] = [];
  const stop = new BrowserHost("k").follow(
    { session: "s", after: 0, tail: null },
    (item) => delivered.push(item),
    vi.fn(),
  );
  await vi.waitFor(() => expect(delivered).toEqual(items));
  stop();
});
