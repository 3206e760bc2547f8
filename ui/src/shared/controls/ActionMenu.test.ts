import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import ActionMenu from "$shared/controls/ActionMenu.svelte";
import type { Action } from "$shared/controls/actions";

function show(count: number, obstacle: string | null = null) {
  const run = vi.fn<(id: string) => void>();
  const actions: Action[] = Array.from({ length: count }, (_, at) => {
    const id = `a${at}`;
    return { id, title: `Ask model ${at}`, obstacle, run: () => run(id) };
  });
  render(ActionMenu, { props: { name: "Compare", actions } });
  return run;
}

it("shows what can be seen at a glance as a menu", async () => {
  const run = show(16);
  await fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect(screen.queryByRole("combobox", { hidden: true })).toBeNull();
  await fireEvent.click(screen.getByRole("menuitem", { name: "Ask model 7", hidden: true }));
  expect(run.mock.calls).toEqual([["a7"]]);
});

it("ends with what brings more, of few and of many", async () => {
  const run = vi.fn();
  const more: Action[] = [{ id: "add", title: "Add a service…", obstacle: null, run }];
  const actions = (count: number): Action[] =>
    Array.from({ length: count }, (_, at) => ({ id: `a${at}`, title: "A", obstacle: "Busy.", run: vi.fn() }));
  for (const count of [2, 17]) {
    const { unmount } = render(ActionMenu, { props: { name: "Compare", actions: actions(count), more } });
    await fireEvent.click(screen.getByRole("button", { name: "Compare" }));
    await fireEvent.click(screen.getByText("Add a service…"));
    unmount();
  }
  expect(run).toHaveBeenCalledTimes(2);
});

it("searches more than that, and does nothing that has an obstacle", async () => {
  const run = show(17);
  const blocked = show(17, "The turn runs.");
  for (const button of screen.getAllByRole("button", { name: "Compare" })) {
    await fireEvent.click(button);
    const field = screen.getByRole("combobox", { name: "Compare", hidden: true });
    await fireEvent.input(field, { target: { value: "16" } });
    await fireEvent.keyDown(field, { key: "Enter" });
  }
  expect(run.mock.calls).toEqual([["a16"]]);
  expect(blocked).not.toHaveBeenCalled();
});
