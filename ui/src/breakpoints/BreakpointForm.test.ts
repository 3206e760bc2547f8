import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { Breakpoint } from "$contract";
import BreakpointForm from "$breakpoints/BreakpointForm.svelte";

const POINT: Breakpoint = {
  id: "b1",
  place: "beforeRequest",
  condition: {},
  hits: { type: "always" },
  isOneShot: false,
  isEnabled: true,
};

it("tells models of the same title apart by their services", () => {
  const models = ["Acme", "Other"].map((service) => ({ model: `${service}/large`, title: "large", service }));
  const acts = { onSave: vi.fn(), onCancel: vi.fn() };
  render(BreakpointForm, { props: { point: POINT, functions: [], models, more: [], ...acts } });
  const options = screen.getByRole("combobox", { name: "Model" }).querySelectorAll("option");
  expect([...options].map(({ textContent }) => textContent)).toEqual([
    "Any",
    "large · Acme",
    "large · Other",
  ]);
});

it("says at its button why it can't be saved", async () => {
  const acts = { onSave: vi.fn(), onCancel: vi.fn() };
  const point: Breakpoint = { ...POINT, place: "beforeCall", condition: { function: "mail.[" } };
  render(BreakpointForm, { props: { point, functions: [], models: [], more: [], ...acts } });
  const save = screen.getByRole("button", { name: "Save breakpoint" });
  const field = screen.getByRole("textbox", { name: "Function" });
  expect(save.title).toBe(field.closest(".field")?.querySelector(".fault")?.textContent);
  await fireEvent.click(save);
  expect(acts.onSave).not.toHaveBeenCalled();
  await fireEvent.input(field, { target: { value: "mail.*" } });
  await fireEvent.click(save);
  expect(acts.onSave).toHaveBeenCalledOnce();
});

it("offers actions that add models", async () => {
  const run = vi.fn();
  const more = [{ id: "service", title: "Add a service…", obstacle: null, run }];
  const acts = { onSave: vi.fn(), onCancel: vi.fn() };
  render(BreakpointForm, { props: { point: POINT, functions: [], models: [], more, ...acts } });
  await fireEvent.click(screen.getByRole("button", { name: "Model: Any" }));
  await fireEvent.click(screen.getByText("Add a service…"));
  expect(run).toHaveBeenCalledOnce();
});
