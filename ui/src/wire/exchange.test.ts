import { asWritten } from "$language/notices";
import { describe, expect, it } from "vitest";
import type { Exchange, WireEvent } from "$contract";
import { storyOf } from "$wire/exchange";

function exchange(...events: WireEvent[]): Exchange<WireEvent> {
  return { id: "x", sent: "{}", frames: events.map((frame, index) => ({ at: 100 + index, frame })) };
}

const attempt = (number: number): WireEvent => ({
  type: "attempt",
  number,
  method: "POST",
  url: "https://a.example/v1",
  headers: [{ name: "authorization", value: "Bearer •••" }],
});

describe("the story of an exchange", () => {
  it("tells each attempt with its answer and why it was not the last", () => {
    const { attempts, frames } = storyOf(
      exchange(
        attempt(1),
        { type: "answered", status: 429, version: "HTTP/2.0", headers: [] },
        { text: "slow down", isUnderstood: true },
        { type: "retrying", reason: asWritten("A refused: slow down"), wait: 1234 },
        attempt(2),
        { type: "answered", status: 200, version: "HTTP/2.0", headers: [] },
        { text: "data: {}", isUnderstood: true },
      ),
    );
    expect(
      attempts.map(({ number, answer, reason, wait }) => [number, answer?.status, reason, wait]),
    ).toEqual([
      [1, 429, asWritten("A refused: slow down"), 1234],
      [2, 200, null, null],
    ]);
    expect(frames.map(({ at, frame }) => [at, frame.text])).toEqual([
      [102, "slow down"],
      [106, "data: {}"],
    ]);
  });

  it("reads records that have nothing but pieces", () => {
    const story = storyOf(exchange({ text: "{}", isUnderstood: false }));
    expect(story.frames).toHaveLength(1);
    expect(story.attempts).toEqual([]);
  });

  it("keeps why nothing was sent", () => {
    expect(storyOf(exchange({ type: "failed", reason: asWritten("no key") })).failure).toEqual(
      asWritten("no key"),
    );
  });
});
