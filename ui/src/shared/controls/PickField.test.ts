import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import PickField from "$shared/controls/PickField.svelte";

const COMPONENTS = import.meta.glob<string>("../../**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});

function show(count: number) {
  const onChoose = vi.fn();
  const options = Array.from({ length: count }, (_, at) => ({ value: `f${at}`, title: `function ${at}` }));
  render(PickField, { props: { name: "Function", options, value: "f0", onChoose } });
  return onChoose;
}

it("is a native list of a few", async () => {
  const onChoose = show(3);
  await fireEvent.change(screen.getByRole("combobox", { name: "Function" }), { target: { value: "f2" } });
  expect(onChoose.mock.calls).toEqual([["f2"]]);
});

it("searches a thousand and draws those in sight", async () => {
  const onChoose = show(1000);
  await fireEvent.click(screen.getByRole("button", { name: "Function: function 0" }));
  expect(screen.getAllByRole("option", { hidden: true }).length).toBeLessThan(40);
  const field = screen.getByRole("combobox", { hidden: true });
  await fireEvent.input(field, { target: { value: "777" } });
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(onChoose.mock.calls).toEqual([["f777"]]);
});

it("stands wherever there may be a thousand", () => {
  const native = Object.entries(COMPONENTS).flatMap(([path, source]) =>
    [...source.matchAll(/<select[\s\S]*?<\/select>/g)]
      .filter(([list]) => /\{#each [\w.]*(functions|models|sessions|profiles|sets|variants)\b/.test(list))
      .map(() => path),
  );
  expect(native).toEqual([]);
});
