import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import SuggestField from "$shared/controls/SuggestField.svelte";

const COMPONENTS = import.meta.glob<string>("../../**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});

const options = Array.from({ length: 1_030 }, (_, at) => ({
  value: `office.list_${at}`,
  title: `office.list_${at}`,
  note: "",
}));

it("is written in freely, and its list is searched", async () => {
  const onWrite = vi.fn();
  render(SuggestField, { value: "", options, label: "Function", onWrite });
  await fireEvent.input(screen.getByRole("textbox", { name: "Function" }), { target: { value: "office.*" } });
  expect(onWrite).toHaveBeenLastCalledWith("office.*");
  await fireEvent.click(screen.getByRole("button", { name: "Function: choose from a list" }));
  const search = screen.getByRole("combobox", { hidden: true });
  await fireEvent.input(search, { target: { value: "list_777" } });
  await fireEvent.keyDown(search, { key: "Enter" });
  expect(onWrite).toHaveBeenLastCalledWith("office.list_777");
});

it("has no list where there is nothing to choose from", () => {
  render(SuggestField, { value: "", options: [], label: "Function", onWrite: vi.fn() });
  expect(screen.queryByRole("button")).toBeNull();
});

it("has what is chosen, after something else was refused", async () => {
  const onWrite = vi.fn();
  render(SuggestField, {
    value: "office.list_2",
    options: options.slice(0, 4),
    label: "Function",
    when: "change",
    onWrite,
  });
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Function" });
  // Whoever is told of it takes nothing but a pattern.
  await fireEvent.change(field, { target: { value: "office.[" } });
  await fireEvent.click(screen.getByRole("button", { name: "Function: choose from a list" }));
  await fireEvent.click(screen.getByRole("menuitemradio", { name: "office.list_2", hidden: true }));
  expect([field.value, onWrite.mock.lastCall]).toEqual(["office.list_2", ["office.list_2"]]);
});

it("looks the same wherever it stands, and so does the search of its list", () => {
  // What styles the fields inside it styles those of lists as well, unless it names its own or leaves them out.
  const strange = Object.entries(COMPONENTS).flatMap(([place, source]) =>
    [...source.matchAll(/^.*[^>+~\s] :global\(input.*$/gm)]
      .filter(([selector]) => !selector.includes('[role="combobox"]'))
      .map(([selector]) => `${place}: ${selector.trim()}`),
  );
  expect(strange).toEqual([]);
});
