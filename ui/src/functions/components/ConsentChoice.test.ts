import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import ConsentChoice from "$functions/components/ConsentChoice.svelte";

it("allows a call and what is like it, for a session or for good", async () => {
  const onAllow = vi.fn();
  render(ConsentChoice, { onAllow });
  const press = async (group: string, name: string): Promise<void> => {
    const choice = within(screen.getByRole("group", { name: group }));
    await fireEvent.click(choice.getByRole("button", { name }));
  };
  await press("Allow in this session", "with these arguments");
  await press("Allow always", "with any arguments");
  expect(onAllow.mock.calls).toEqual([
    ["same", "session"],
    ["any", "always"],
  ]);
});
