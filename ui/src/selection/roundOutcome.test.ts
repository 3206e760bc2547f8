import { expect, it } from "vitest";
import { FORECAST, selectionDemo } from "$gallery/fixtures/demo";
import { newCall, newRound } from "$timeline/model";
import { roundOutcome } from "$selection/roundOutcome";

const MAIL = { plugin: "mail", function: "send" };

it("tells which offered functions were called and which were called without being offered", () => {
  const round = { ...newRound(1, "scope"), selection: selectionDemo(), respondedAt: 1 };
  const calls = [FORECAST, MAIL, FORECAST].map((name, place) =>
    newCall(`call-${place}`, "scope", { type: "known", name }),
  );
  expect(roundOutcome(round, calls)).toEqual({ used: [FORECAST], missed: [MAIL] });
});

it("says nothing before the model has answered", () => {
  const round = { ...newRound(1, "scope"), selection: selectionDemo() };
  expect(roundOutcome(round, [])).toBeNull();
});
