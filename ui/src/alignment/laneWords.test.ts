import { describe, expect, it } from "vitest";
import type { OpenLane } from "$alignment/openLanes";
import { lanesObstacle, leftOutText, valueText } from "$alignment/laneWords";

type Standing = { name: string; phase?: "idle" | "paused"; program?: string };

function lane({ name, phase = "idle", program }: Standing): OpenLane {
  const session = { phase, plan: { program } };
  return { lane: { session: name, name, isForked: true }, session } as unknown as OpenLane;
}

describe("a difference between two calls", () => {
  it("tells arguments that are no JSON as they were written", () => {
    expect(valueText('{"city": "Lisbon"', "")).toBe('{"city": "Lisbon"');
  });

  it("tells a text within the arguments from a number", () => {
    expect([valueText("1", "day"), valueText(1, "day"), valueText(undefined, "day")]).toEqual([
      '"1"',
      "1",
      "left out",
    ]);
  });
});

describe("a lane in which a program asks", () => {
  const asks = { name: "A", program: "Travel agent" };

  it("is left out of what is said to the others, whatever it waits for", () => {
    const lanes = [lane({ ...asks, phase: "paused" }), lane({ name: "B" })];
    expect(lanesObstacle(lanes)).toBeNull();
    expect(leftOutText(lanes)).toBe("not said in A, where Travel agent asks");
    expect(leftOutText([lane({ name: "B" })])).toBeNull();
  });

  it("is said nothing to alone", () => {
    expect(lanesObstacle([lane(asks)])).toContain("Travel agent asks in lane A");
  });
});
