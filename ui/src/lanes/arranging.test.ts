import { expect, it } from "vitest";
import type { ResultsOf } from "$contract";
import type { OpenLane } from "$alignment/openLanes";
import { sharedNow } from "$lanes/arranging";

function lanesWith(...used: (ResultsOf | undefined)[]): OpenLane[] {
  const lanes = used.map((resultsOf, at) => {
    const id = `s${at + 1}`;
    return { lane: { session: id }, session: { id, functions: { own: { resultsOf } } } };
  });
  return lanes as unknown as OpenLane[];
}

it("says whose results the others use, and what becomes of a call that was not made there", () => {
  const ofFirst: ResultsOf = { session: "s1", onMiss: "ask" };
  expect(sharedNow(lanesWith(undefined, ofFirst, ofFirst))).toEqual({ lane: "s1", onMiss: "ask" });
  expect(sharedNow(lanesWith(undefined, undefined))).toEqual({ lane: null, onMiss: "live" });
});

it("says nothing that is not true of each lane", () => {
  const ofFirst: ResultsOf = { session: "s1", onMiss: "ask" };
  expect(sharedNow(lanesWith(undefined, ofFirst, undefined))).toBeNull();
  expect(sharedNow(lanesWith({ session: "program", onMiss: "ask" }, undefined))).toBeNull();
});
