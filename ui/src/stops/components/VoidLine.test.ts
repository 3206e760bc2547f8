import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { OnVoid } from "$contract";
import VoidLine from "./VoidLine.svelte";

const VOIDS = { count: 2, reasons: ["something said before it was changed"], before: "m1" };

test("the line says what a change costs, and what becomes of the thoughts can be chosen", async () => {
  const chosen: OnVoid[] = [];
  let branched = 0;
  render(VoidLine, {
    voids: VOIDS,
    onVoid: undefined,
    onChoose: (onVoid: OnVoid) => chosen.push(onVoid),
    onBranch: () => (branched += 1),
  });
  expect(screen.getByRole("status").textContent).toContain(
    "2 thoughts become void: something said before it was changed",
  );
  expect(screen.getByText("Provider drops them").getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(screen.getByText("Leave them out"));
  await fireEvent.click(screen.getByText("Branch from before…"));
  expect([chosen, branched]).toEqual([["leaveOut"], 1]);
});

test("where nothing can be chosen, the line only tells", () => {
  render(VoidLine, { voids: { ...VOIDS, count: 1 }, onVoid: "leaveOut" });
  expect(screen.getByRole("status").textContent).toContain("1 thought becomes void");
  expect(screen.queryAllByRole("button")).toEqual([]);
});
