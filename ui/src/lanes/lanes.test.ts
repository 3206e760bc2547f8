import { describe, expect, it } from "vitest";
import type { CommandError, LaneComparison, Lane, OnMiss } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { LanesState } from "$lanes/lanes.svelte";
import { comparisonWith, listedOf } from "$sessions/listed";
import { lanesObstacle, lanesStatus, resultsText } from "$alignment/laneWords";
import { ScrollLink, type Spot } from "$alignment/scrollLink.svelte";
import type { Done } from "$session/history.svelte";
import { SessionState } from "$session/session.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { told } from "$language/told";
import { pageError } from "$language/notices";

const FIRST_STOP = 34;
const ALL = 999;

const LANES: Lane[] = [
  { session: "s1", name: "A", isForked: false },
  { session: "s2", name: "B", isForked: true },
];
const COMPARISON: LaneComparison = {
  id: "c",
  title: "Umbrella",
  created: 1,
  changed: 2,
  tags: [],
  lanes: LANES,
};

/** A host that knows how a comparison is answered. */
class LaneHost extends ScriptedHost {
  readonly replies: Partial<Record<string, unknown>> = { comparison_read: COMPARISON };

  override async call(...[command, args]: Parameters<ScriptedHost["call"]>): Promise<never> {
    const reply = await super.call(command, args);
    return (this.replies[command] ?? reply) as never;
  }
}

function opened(shown: [number, number], comparison = COMPARISON) {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo(), pace: 0 };
  const hosts = shown.map((entries) => new LaneHost({ ...script, shown: entries }));
  const [host, other] = hosts as [LaneHost, LaneHost];
  const failed: CommandError[] = [];
  const sessions = new Map(
    ["s1", "s2"].map((id, at) => [
      id,
      new SessionState(id, at === 0 ? host : other, (error) => failed.push(error)),
    ]),
  );
  const kept: string[] = [];
  const done: Done[] = [];
  const lanes = new LanesState(comparison, {
    host,
    sessionOf: (id) => sessions.get(id) ?? new SessionState(id, host, () => undefined),
    report: (error) => failed.push(error),
    tell: (one) => done.push(one),
    takeComparison: () => undefined,
    endComparison: (keep) => Promise.resolve(void kept.push(keep)),
  });
  lanes.follow();
  return { lanes, host, other, failed, kept, done };
}

function commands(host: ScriptedHost): string[] {
  return host.asked.map(({ command }) => command).filter((command) => command !== "history_check");
}

describe("lanes", () => {
  it("bring the keys to one of them, the first where none was chosen", () => {
    const { lanes } = opened([FIRST_STOP, ALL]);
    expect(lanes.focused?.lane.name).toBe("A");
    lanes.focus("s2");
    expect(lanes.focused?.lane.name).toBe("B");
    expect(lanes.addressed).toHaveLength(2);
    lanes.address(false);
    expect(lanes.addressed.map(({ lane }) => lane.name)).toEqual(["B"]);
  });

  it("say together where they stand", () => {
    const { lanes } = opened([FIRST_STOP, ALL]);
    expect(lanes.phase).toBe("paused");
    expect(lanesStatus(lanes.lanes)).toBe("Paused: A");
    expect(lanesObstacle(lanes.lanes)).toContain("Lane A is paused");
    lanes.focus("s2");
    lanes.address(false);
    expect(lanesObstacle(lanes.addressed)).toBeNull();
  });

  it("go on together, those that wait for it", async () => {
    const { lanes, host, other } = opened([FIRST_STOP, ALL]);
    await lanes.resume("step");
    expect(commands(host)).toContain("turn_answer");
    expect(commands(other)).not.toContain("turn_answer");
  });

  it("are asked with one command, and the one that fails says so", async () => {
    const { lanes, host, failed } = opened([ALL, ALL]);
    const error = pageError("no such model", null);
    host.replies["lanes_start"] = [
      { session: "s1", turn: "t", error: null },
      { session: "s2", turn: null, error },
    ];
    expect(await lanes.say("Hello")).toBe(true);
    expect(failed.map(({ message }) => told(message))).toEqual(["Lane B: no such model"]);
    expect(host.asked).toContainEqual({ command: "lanes_start", args: { comparison: "c", text: "Hello" } });
  });

  it("are sent what is pressed twice once", async () => {
    const { lanes, host } = opened([ALL, ALL]);
    host.replies["lanes_start"] = [{ session: "s1", turn: "t", error: null }];
    host.replies["lane_add"] = COMPARISON;
    const twice = (press: () => Promise<unknown>): Promise<unknown> => Promise.all([press(), press()]);
    await twice(() => lanes.say("Hello"));
    await twice(() => lanes.add("s1", null));
    await twice(() => lanes.stop());
    await twice(() => lanes.keep("s1"));
    const sent = host.asked.map(({ command }) => command).filter((command) => command !== "comparison_read");
    expect(sent).toEqual(["lanes_start", "lane_add", "lanes_stop", "comparison_end"]);
  });

  it("that are added ask the last question themselves", async () => {
    const { lanes, host } = opened([ALL, ALL]);
    host.replies["lane_add"] = COMPARISON;
    await lanes.add("s1", null);
    const args = { comparison: "c", from: "s1", model: null, asks: true };
    expect(host.asked).toContainEqual({ command: "lane_add", args });
  });

  it("say for each whose results it uses, and claim nothing of one that uses its own", () => {
    const { lanes } = opened([ALL, ALL]);
    const [first, second] = lanes.lanes;
    if (first === undefined || second === undefined) throw new Error("there are two lanes");
    const told = (): (string | null)[] => lanes.lanes.map((open) => resultsText(open, first));
    expect(lanes.lanes.map((open) => resultsText(open, lanes.sharing))).toEqual([null, null]);
    expect(told()).toEqual(["results for others", "own results"]);
    const usual = demoOverview().functionSettings;
    const useFirst = (onMiss: OnMiss): void =>
      void second.session.functions.configure(usual, { ...usual, resultsOf: { session: "s1", onMiss } });
    useFirst("live");
    expect(told()).toEqual(["results for others", "results of A, else live"]);
    useFirst("ask");
    expect(told()).toEqual(["results for others", "results of A, else ask"]);
  });

  it("are moved by one place and keep their names", async () => {
    const { lanes, host } = opened([ALL, ALL]);
    host.replies["lanes_arrange"] = { ...COMPARISON, lanes: [...LANES].reverse() };
    await lanes.move("s2", -1);
    const args = { comparison: "c", lanes: [...LANES].reverse() };
    expect(host.asked).toContainEqual({ command: "lanes_arrange", args });
    expect(lanes.lanes.map(({ lane }) => lane.name)).toEqual(["B", "A"]);
  });

  it("take back a name, a move and shared results, one after the other", async () => {
    const { lanes, host, done } = opened([ALL, ALL]);
    host.replies["lanes_share"] = COMPARISON;
    await lanes.share("s1", "ask");
    host.replies["lanes_arrange"] = { ...COMPARISON, lanes: [...LANES].reverse() };
    await lanes.move("s2", -1);
    await lanes.rename("s2", "Small");
    expect(done.map(({ isQuiet }) => isQuiet)).toEqual([true, true, true]);
    host.asked.splice(0);
    for (const { undo } of done.toReversed()) await undo();
    expect(host.asked.filter(({ command }) => command !== "history_check").map(({ args }) => args)).toEqual([
      { comparison: "c", lanes: [...LANES].reverse() },
      { comparison: "c", lanes: LANES },
      { comparison: "c", lane: null, onMiss: "live" },
    ]);
  });

  it("end with the one that is kept", async () => {
    const { lanes, kept } = opened([ALL, ALL]);
    await lanes.keep("s2");
    expect(kept).toEqual(["s2"]);
  });

  it("mark where they part, and show it in each of them", () => {
    // The second lane still stands at the first call. In the first one a person has changed the arguments of the second.
    const { lanes } = opened([ALL, FIRST_STOP]);
    expect(lanes.parted).toMatchObject({ lane: "s2", parting: { question: 1, place: 1 } });
    lanes.seekParting();
    expect([...lanes.sought.keys()]).toEqual(["s1", "s2"]);
    lanes.found("s1");
    expect([...lanes.sought.keys()]).toEqual(["s2"]);
    const { lanes: whole } = opened([ALL, ALL]);
    expect([...whole.marksOf("s2").marks.values()].map(({ type }) => type)).toEqual(["same", "same"]);
    const standings = [...whole.marksOf("s1").standings.values()].flat();
    expect(standings.map(({ name, kind }) => `${name} ${kind}`)).toEqual(["B same", "B same"]);
  });
});

describe("the list", () => {
  it("shows a comparison in the place of its lanes", () => {
    const session = (id: string, changed: number) => ({
      id,
      title: id,
      created: 0,
      changed,
      models: [`m-${id}`],
      tags: [],
    });
    const listed = listedOf([session("s1", 5), session("s2", 9), session("s3", 7)], [COMPARISON]);
    expect(listed.map(({ id, lanes, changed, models }) => [id, lanes, changed, models])).toEqual([
      ["c", 2, 9, ["m-s1", "m-s2"]],
      ["s3", null, 7, ["m-s3"]],
    ]);
    expect(comparisonWith([COMPARISON], "s2")?.id).toBe("c");
    expect(comparisonWith([COMPARISON], "s3")).toBeNull();
  });
});

describe("lists that scroll together", () => {
  const spot: Spot = { question: 1, through: 0.5, isAtEnd: false };

  function linked() {
    const link = new ScrollLink();
    const gone: string[] = [];
    for (const id of ["one", "two"]) link.of(id).join({ spot: () => spot, goTo: () => gone.push(id) });
    return { link, gone };
  }

  it("follow the one that a person holds, and never each other", () => {
    const { link, gone } = linked();
    link.of("one").scrolled();
    link.lead("one");
    link.of("one").scrolled();
    link.of("two").scrolled();
    expect(gone).toEqual(["two"]);
  });

  it("stay where they are while they are not linked", () => {
    const { link, gone } = linked();
    link.toggle();
    link.lead("one");
    link.of("one").scrolled();
    expect(gone).toEqual([]);
    link.toggle();
    expect(gone).toEqual(["two"]);
  });
});
