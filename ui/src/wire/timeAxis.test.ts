import { describe, expect, it } from "vitest";
import type { WireEvent } from "$contract";
import { storyOf } from "$wire/exchange";
import { timeAxis } from "$wire/timeAxis";

const call = {
  call: "c1",
  function: { type: "known" as const, name: { plugin: null, function: "tide_table" } },
};

function axis(...events: [at: number, event: WireEvent][]) {
  const exchange = { id: "x", sent: "{}", frames: events.map(([at, frame]) => ({ at, frame })) };
  return timeAxis(storyOf(exchange), 1000);
}

const attempt: WireEvent = {
  type: "attempt",
  number: 1,
  method: "POST",
  url: "https://a.example",
  headers: [],
};
const answered: WireEvent = { type: "answered", status: 200, version: "HTTP/2.0", headers: [] };
const piece = (text: string): WireEvent => ({ text, isUnderstood: true });

describe("an exchange along time", () => {
  it("has the wait for the answer, its pieces, and the piece with which a call was whole", () => {
    const shown = axis(
      [1000, attempt],
      [1400, answered],
      [1500, piece("{")],
      [1800, { text: "}", isUnderstood: true, completes: [call] }],
      [2000, piece("done")],
    );
    expect(shown.length).toBe(1000);
    expect(shown.firstAfter).toBe(500);
    expect(shown.waits).toEqual([{ from: 0, to: 0.4, title: "Until the service answered" }]);
    expect(shown.bars.map(({ pieces, first }) => [pieces, first])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(shown.marks).toEqual([{ at: 0.8, frame: 1, after: 800, calls: [call] }]);
  });

  it("puts pieces of one moment into one bar", () => {
    const pieces = Array.from({ length: 500 }, (_, index): [number, WireEvent] => [
      1000 + (index % 2),
      piece("x"),
    ]);
    pieces.sort(([one], [other]) => one - other);
    const { bars } = axis(...pieces);
    expect(bars.map((bar) => bar.pieces)).toEqual([250, 250]);
    expect(bars.every(({ height }) => height === 1)).toBe(true);
  });

  it("has a length even where nothing happened", () => {
    expect(axis()).toEqual({ length: 1, firstAfter: null, waits: [], bars: [], marks: [] });
  });
});
