import { expect, it } from "vitest";
import type { Selection } from "$contract";
import { ranking } from "$gallery/fixtures/ranking";
import { consideredIn, cutText } from "$selection/selectionText";

const FORECAST = { plugin: "weather", function: "get_forecast" };
const CHOSEN: Selection = ranking("rain", [[FORECAST, 7.32, 1, ["rain"], "ranked"]]);

it("the cut says how many of all functions were offered, also of those that are not listed", () => {
  expect(cutText({ ...CHOSEN, considered: 1_030 })).toContain("1 of 1,030 functions offered");
});

it("a log that does not say how many there were has its list", () => {
  expect(consideredIn({ ...CHOSEN, considered: 0 })).toBe(1);
});
