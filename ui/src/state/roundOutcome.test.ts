import { expect, it } from "vitest";
import { FORECAST, selectionDemo } from "../gallery/demo";
import { newCall, newRound } from "$state/model";
import { roundOutcome } from "$state/roundOutcome";

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
