import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { Entries } from "$session/entries.svelte";
import type { EventRow } from "$session/eventRows.svelte";
import { BEGAN_AT, PLAN, weatherDemo } from "$gallery/fixtures/demo";
import { Recorder } from "$gallery/fixtures/recorder";

const LOG = weatherDemo().entries;

function told(rows: readonly EventRow[]): unknown[] {
  return rows.map(({ seq, at, name, text, content }) => ({ seq, at, name, text, content }));
}

/** A log whose last line holds so many pieces. */
function streamed(pieces: number): Recorder {
  const log = new Recorder("Short", PLAN, BEGAN_AT).begin("t1", "Go on.");
  for (let piece = 1; piece <= pieces; piece += 1)
    log.turn({ type: "textDelta", index: 0, text: `${piece} ` });
  return log;
}

it("are listed the same whether they come one by one or at once", () => {
  const [oneByOne, atOnce] = [new Entries(), new Entries()];
  for (const entry of LOG) oneByOne.push(entry);
  atOnce.replace(LOG);
  expect(oneByOne.all).toEqual(LOG);
  expect(told(oneByOne.rows)).toEqual(told(atOnce.rows));
  expect(atOnce.rows.flatMap(({ content }) => content)).toEqual(LOG);
});

it("go on in the same lists, and in others where something comes before", () => {
  const entries = new Entries();
  entries.replace(LOG.slice(10, 20));
  const { all, rows } = entries;
  for (const entry of LOG.slice(20)) entries.push(entry);
  expect(entries.all).toBe(all);
  expect(entries.rows).toBe(rows);
  entries.replace(LOG);
  expect(entries.all).not.toBe(all);
  expect(entries.all).toEqual(LOG);
});

it("share a line as long as they are pieces of one kind", () => {
  const entries = new Entries();
  const log = streamed(3).turn({ type: "reasoningDelta", index: 1, text: "Hm." });
  for (const entry of log.entries) entries.push(entry);
  expect(entries.rows.map(({ name, text }) => [name, text]).slice(-2)).toEqual([
    ["textDelta", "3 pieces"],
    ["reasoningDelta", '{"index":1,"text":"Hm."}'],
  ]);
});

it("draw only the line anew that a piece comes to", () => {
  const entries = new Entries();
  const pieces = streamed(3).entries;
  for (const entry of pieces.slice(0, -2)) entries.push(entry);
  const drawn: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => void drawn.push(`${entries.rows.length} lines`));
    $effect(() => void drawn.push(entries.rows[0]?.text ?? ""));
    $effect(() => void drawn.push(entries.rows.at(-1)?.text ?? ""));
  });
  flushSync();
  drawn.splice(0);
  for (const entry of pieces.slice(-2)) {
    entries.push(entry);
    flushSync();
  }
  expect(drawn).toEqual(["2 pieces", "3 pieces"]);
  stop();
});
