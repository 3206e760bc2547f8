import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, it, vi } from "vitest";
import Picker from "$shared/controls/Picker.svelte";
import { found } from "$shared/controls/picking";

const OPTIONS = Array.from({ length: 300 }, (_, at) => ({
  value: `m${at}`,
  title: `model ${at}`,
  note: "Acme",
}));
const label = createRawSnippet(() => ({ render: () => "<span>model 0</span>" }));

function show(options = OPTIONS) {
  const onChoose = vi.fn();
  const run = vi.fn();
  const actions = [{ id: "add", title: "Add one", obstacle: null, run }];
  render(Picker, { props: { name: "Model", options, value: "m0", onChoose, label, actions } });
  return { onChoose, run };
}

async function searched(query: string): Promise<HTMLElement> {
  await fireEvent.click(screen.getByRole("button", { name: "Model" }));
  const field = screen.getByRole("combobox", { name: "Model", hidden: true });
  await fireEvent.input(field, { target: { value: query } });
  return field;
}

it("finds one of hundreds by typing, and Enter chooses it", async () => {
  const { onChoose } = show();
  await fireEvent.keyDown(await searched("287"), { key: "Enter" });
  expect(onChoose.mock.calls).toEqual([["m287"]]);
});

it("draws only what is in sight, and keeps the keys in the field", async () => {
  show();
  const field = await searched("");
  expect(document.activeElement).toBe(field);
  expect(screen.getAllByRole("option", { hidden: true }).length).toBeLessThan(40);
  await fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(field.getAttribute("aria-activedescendant")).toMatch(/-1$/);
});

it("Escape closes the list and leaves everything around it open", async () => {
  show();
  const around = vi.fn();
  document.body.addEventListener("keydown", around);
  await fireEvent.keyDown(await searched("x"), { key: "Escape" });
  expect(screen.queryByRole("combobox", { hidden: true })).toBeNull();
  expect(around).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Model" }));
  document.body.removeEventListener("keydown", around);
});

it("a few are a menu, which ends with what else can be done", async () => {
  const { run } = show(OPTIONS.slice(0, 3));
  await fireEvent.click(screen.getByRole("button", { name: "Model" }));
  expect(screen.getAllByRole("menuitemradio", { hidden: true })).toHaveLength(3);
  await fireEvent.click(screen.getByRole("menuitem", { name: "Add one", hidden: true }));
  expect(run).toHaveBeenCalledOnce();
});

it("titles that begin with the query come first, and notes are searched as well", () => {
  const option = (title: string, note: string) => ({ value: title, title, note });
  const options = [option("large opus", "A"), option("opus", "B"), option("sonnet", "opus family")];
  expect(found(options, "opus").map(({ title }) => title)).toEqual(["opus", "large opus", "sonnet"]);
  expect(found(options, "b opus").map(({ title }) => title)).toEqual(["opus"]);
});
