import { expect, it } from "vitest";
import type { Guide } from "$contract";
import type { Host } from "$host/host";
import { helpOf, placeOf } from "$guide/help";
import { GuideState } from "$guide/guide.svelte";
import { allNews, compareVersions, newsSince } from "$guide/news";
import { cardPlace } from "$guide/tourPlace";
import { tourSteps } from "$guide/tourSteps";

/** A core that remembers what was shown. */
function remembering(guide: Guide): { host: Host; kept: Guide[] } {
  const kept: Guide[] = [];
  const call = (command: string, args: unknown): Promise<unknown> => {
    if (command === "guide_read") return Promise.resolve(kept.at(-1) ?? guide);
    kept.push(args as Guide);
    return Promise.resolve(args);
  };
  return { host: { call, follow: () => () => undefined } as unknown as Host, kept };
}

const NEW: Guide = { isTourOver: false, seenVersion: null };

async function opened(host: Host, version = "0.1.0"): Promise<GuideState> {
  const guide = new GuideState(host);
  await guide.load(version);
  return guide;
}

it("the tour is offered once, and never again when it was skipped", async () => {
  const { host, kept } = remembering(NEW);
  const guide = await opened(host);
  guide.offerTour();
  expect(guide.step).toBe(0);
  guide.next();
  guide.back();
  guide.endTour();
  expect([guide.step, kept.at(-1)?.isTourOver]).toEqual([null, true]);
  guide.offerTour();
  expect(guide.step).toBe(null);
  const next = await opened(host);
  next.offerTour();
  expect(next.step).toBe(null);
  next.beginTour();
  expect(next.step, "it can be asked for").toBe(0);
});

it("the last step ends the tour", async () => {
  const { host, kept } = remembering(NEW);
  const guide = await opened(host);
  guide.offerTour();
  tourSteps().forEach(() => guide.next());
  expect([tourSteps().length, guide.step, kept.at(-1)?.isTourOver]).toEqual([5, null, true]);
});

it("a first start has nothing new, and remembers the version", async () => {
  const { host, kept } = remembering(NEW);
  const guide = await opened(host);
  expect([guide.news, kept]).toEqual([[], [{ isTourOver: false, seenVersion: "0.1.0" }]]);
});

it("an update shows once what is new, and keeps that the tour is over", async () => {
  const { host, kept } = remembering({ isTourOver: true, seenVersion: "0.0.9" });
  const guide = await opened(host);
  expect(guide.news.map(({ version }) => version)).toEqual(["0.1.0"]);
  expect(kept).toEqual([]);
  guide.closeNews();
  expect([guide.news, kept.at(-1)]).toEqual([[], { isTourOver: true, seenVersion: "0.1.0" }]);
  expect((await opened(host)).news).toEqual([]);
});

it("a core that can't be asked keeps nobody from working", async () => {
  const call = (): Promise<never> => Promise.reject(new Error("gone"));
  const guide = await opened({ call, follow: () => () => undefined });
  guide.offerTour();
  expect([guide.step, guide.news]).toEqual([null, []]);
  guide.beginTour();
  guide.endTour();
  expect(guide.step).toBe(null);
});

it("news are those of the versions in between, by their numbers", () => {
  const all = ["0.10.0", "0.9.0", "0.2.0", "0.1.0"].map((version) => ({ version, lines: [] }));
  const since = (before: string, now: string): string[] =>
    newsSince(before, now, all).map(({ version }) => version);
  expect(since("0.1.0", "0.9.0")).toEqual(["0.9.0", "0.2.0"]);
  expect(since("0.9.0", "0.10.0")).toEqual(["0.10.0"]);
  expect(since("0.10.0", "0.2.0"), "an older version has nothing new").toEqual([]);
  expect(compareVersions("0.2.0-rc.1", "0.2.0")).toBeLessThan(0);
});

it("the version of this source has news", () => {
  const manifest = Object.values(
    import.meta.glob<string>("../../../Cargo.toml", { query: "?raw", import: "default", eager: true }),
  );
  const version = /^version = "([^"]+)"/m.exec(manifest.join("\n"))?.[1];
  expect(allNews()[0]?.version).toBe(version);
  expect(allNews().every(({ lines }) => lines.length > 0)).toBe(true);
});

it("a card stands beside what it is about and within the window", () => {
  const card = { width: 320, height: 160 };
  const room = { width: 1280, height: 800 };
  expect(cardPlace({ left: 0, top: 100, width: 248, height: 600 }, card, room)).toEqual({
    left: 260,
    top: 100,
  });
  expect(cardPlace({ left: 900, top: 0, width: 380, height: 800 }, card, room)).toEqual({
    left: 568,
    top: 12,
  });
  expect(cardPlace({ left: 100, top: 300, width: 1100, height: 60 }, card, room)).toEqual({
    left: 100,
    top: 372,
  });
  expect(cardPlace({ left: 100, top: 700, width: 1100, height: 60 }, card, room)).toEqual({
    left: 100,
    top: 528,
  });
  expect(cardPlace({ left: 0, top: 0, width: 1280, height: 800 }, card, room)).toEqual({
    left: 948,
    top: 56,
  });
  expect(cardPlace(null, card, room)).toEqual({ left: 948, top: 56 });
});

it("help is on the part that has the keys, else on what is open", () => {
  const inspector = document.createElement("div");
  inspector.dataset["help"] = "inspector";
  const button = inspector.appendChild(document.createElement("button"));
  const session = { hasSession: true, hasLanes: false, isPaused: false };
  expect(placeOf(button, session)).toBe("inspector");
  expect(placeOf(document.body, session)).toBe("session");
  expect(placeOf(document.body, { ...session, isPaused: true })).toBe("stop");
  expect(placeOf(document.body, { ...session, hasLanes: true })).toBe("lanes");
  expect(placeOf(null, { ...session, hasSession: false })).toBe("start");
  for (const place of ["start", "session", "stop", "composer", "inspector", "lists", "lanes"] as const)
    expect(helpOf(place).lines.length).toBeGreaterThan(1);
});
