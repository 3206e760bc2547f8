import { expect, it } from "vitest";
import { goOnObstacle } from "$session/goOn";
import { PLAN } from "$gallery/fixtures/demo";

it("is gone on in by the person, unless a program runs its loop", () => {
  const plan = PLAN;
  expect(goOnObstacle({ plan, phase: "idle" })).toBeNull();
  expect(goOnObstacle({ plan, phase: "running" })).toMatch(/^Not while a turn is running/);
  expect(goOnObstacle({ plan: { ...plan, program: "Agent" }, phase: "idle" })).toMatch(
    /^This conversation is a program/,
  );
});
