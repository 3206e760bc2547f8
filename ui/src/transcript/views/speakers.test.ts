import { expect, it } from "vitest";
import type { Overview } from "$contract";
import { demoOverview } from "$gallery/fixtures/demoHost";
import type { Speaker } from "$session/speakers";
import { newRound, type Round } from "$timeline/model";
import { openerOf, replacedIn, whoSpoke } from "$transcript/views/speakers";

const REPLAYED: Speaker = { participant: null, model: "gpt-5", replayed: "s7" };

function withSession(title: string): Overview {
  const session = { id: "s7", title, created: 0, changed: 0, models: [], tags: [] };
  return { ...demoOverview(), sessions: [session] };
}

it("names the recorded session that answers, by its title where it is still there", () => {
  const [there, gone] = [withSession("Oslo"), { ...demoOverview(), sessions: [] }];
  const who = (now: string) => ({ now, before: null, model: "gpt-5" });
  expect(whoSpoke({ by: REPLAYED, before: null }, there)).toEqual(who("the recorded session “Oslo”"));
  expect(whoSpoke({ by: REPLAYED, before: null }, gone)).toEqual(who("a recorded session"));
  expect(whoSpoke({ by: { ...REPLAYED, replayed: null }, before: null }, there)).toEqual(who("gpt-5"));
});

it("names the model of a program without what only its id says", () => {
  const by: Speaker = { participant: null, model: "attached/gpt-5", replayed: null };
  expect(whoSpoke({ by, before: by }, demoOverview())).toEqual({
    now: "gpt-5",
    before: "gpt-5",
    model: "gpt-5",
  });
});

it("opens the recorded session where it is still there", () => {
  const opened: string[] = [];
  const app = { open: (id: string) => opened.push(id) } as unknown as Parameters<typeof openerOf>[2];
  openerOf(REPLAYED, withSession("Oslo"), app)?.();
  expect(opened).toEqual(["s7"]);
  expect(openerOf(REPLAYED, { ...demoOverview(), sessions: [] }, app)).toBeNull();
  expect(openerOf({ ...REPLAYED, replayed: null }, withSession("Oslo"), app)).toBeNull();
});

it("names the model that was asked only where something else answers", () => {
  const terms = { model: "attached/gpt-5", choice: { type: "auto" as const }, calls: {}, settings: {} };
  const round: Round = { ...newRound(1, "s"), terms };
  expect(replacedIn(round, demoOverview())).toBeNull();
  const replacedBy = { type: "model" as const, model: "scripted" };
  expect(replacedIn({ ...round, replacedBy }, demoOverview())).toBe("gpt-5");
});
