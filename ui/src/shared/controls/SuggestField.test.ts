import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import SuggestField from "$shared/controls/SuggestField.svelte";

const options = Array.from({ length: 1_030 }, (_, at) => ({
  value: `office.list_${at}`,
  title: `office.list_${at}`,
  note: "",
}));

it("is written in freely, and its list is searched", async () => {
  const onWrite = vi.fn();
  render(SuggestField, { value: "", options, labelled: { label: "Function" }, onWrite });
  await fireEvent.input(screen.getByRole("textbox", { name: "Function" }), { target: { value: "office.*" } });
  expect(onWrite).toHaveBeenLastCalledWith("office.*");
  await fireEvent.click(screen.getByRole("button", { name: "Choose from a list" }));
  const search = screen.getByRole("combobox", { hidden: true });
  await fireEvent.input(search, { target: { value: "list_777" } });
  await fireEvent.keyDown(search, { key: "Enter" });
  expect(onWrite).toHaveBeenLastCalledWith("office.list_777");
});

it("has no list where there is nothing to choose from", () => {
  render(SuggestField, { value: "", options: [], labelled: { label: "Function" }, onWrite: vi.fn() });
  expect(screen.queryByRole("button")).toBeNull();
});
