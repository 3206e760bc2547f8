import { describe, expect, it } from "vitest";
import { type Recording, ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { emptyTimeline, type Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { SessionState } from "$session/session.svelte";
import { applyEntry } from "$timeline/timeline";
import { BEGAN_AT, exchangeDemo, PLAN } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { plain } from "$gallery/plain.svelte";
import { Recorder } from "$gallery/fixtures/recorder";

/** A hundred messages in a row, the first of them pinned. */
function long(): Recording {
  const log = new Recorder("Long", PLAN, BEGAN_AT);
  for (let number = 1; number <= 100; number += 1) {
    log.say(number % 2 === 1 ? "user" : "assistant", [{ type: "text", text: `Message ${number}` }]);
    if (number === 1) log.add({ type: "messagePinned", message: "m1" });
  }
  return { title: "Long", entries: log.entries };
}

async function open(tail: number, recording = long()): Promise<SessionState> {
  const script = { overview: demoOverview(), exchange: exchangeDemo(), pace: 0, tail };
  const app = new AppState(new ScriptedHost({ ...script, recording, shown: recording.entries.length }));
  await app.load();
  if (app.session === null) throw new Error("no session is open");
  return app.session;
}

function whole(): Timeline {
  const timeline = emptyTimeline();
  for (const entry of long().entries) applyEntry(timeline, entry);
  return timeline;
}

const said = ({ timeline }: SessionState): number => pathTo(timeline, timeline.head).length;

describe("a long session", () => {
  it("is shown from its end, with what holds on from before", async () => {
    const session = await open(10);
    expect([said(session), session.earlier]).toEqual([10, 93]);
    expect([session.timeline.title, session.timeline.plan]).toEqual(["Long", PLAN]);
    expect(session.marks.pinned).toEqual(["m1"]);
    expect(session.rows[0]?.type).toBe("earlier");
  });

  it("is read backwards until it is whole", async () => {
    const session = await open(40);
    while (session.earlier > 0) await session.loadEarlier();
    expect(said(session)).toBe(100);
    expect(session.rows[0]?.type).toBe("person");
    expect(plain(session.timeline)).toEqual(plain(whole()));
  });

  it("goes on at its end, and back to a message that is looked for", async () => {
    const session = await open(10);
    expect(await session.seek("m1")).toBe(true);
    expect([said(session), session.marks.sought]).toEqual([100, "m1"]);
    await session.history.moveTo("m50");
    expect(said(session)).toBe(50);
  });

  it("goes on looking at a branch while earlier turns are read", async () => {
    const log = new Recorder("Long", PLAN, BEGAN_AT);
    for (const turn of ["t1", "t2"]) {
      log.begin(turn, "A question?").say("assistant", [{ type: "text", text: "An answer." }]);
      log.turn({ type: "ended", outcome: { type: "answered" } });
    }
    log.move("m2").say("user", [{ type: "text", text: "Another question?" }], { parent: "m2" });
    const session = await open(6, { title: "Long", entries: log.entries });
    expect([session.timeline.turnOrder, session.timeline.head]).toEqual([["t2"], "m5"]);
    session.looking.at("m4");
    while (session.earlier > 0) await session.loadEarlier();
    expect([session.timeline.turnOrder, session.shown.head]).toEqual([["t1", "t2"], "m4"]);
  });

  it("loads what a head that came from elsewhere needs", async () => {
    const session = await open(10);
    await session.history.moveTo("m3");
    await new Promise((resolve) => setTimeout(resolve, 0));
    await session.reach("m3");
    const shown = pathTo(session.timeline, session.timeline.head);
    expect(shown.at(-1)?.message.id).toBe("m3");
  });
});
