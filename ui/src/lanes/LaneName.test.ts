import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import LaneName from "$lanes/LaneName.svelte";

it("a name that is taken back is not given by the field that goes", async () => {
  const onName = vi.fn();
  const { rerender } = render(LaneName, { props: { name: "A", isNaming: true, onBegin: vi.fn(), onName } });
  const field = screen.getByRole("textbox", { name: "Name of the lane" });
  await fireEvent.input(field, { target: { value: "Another" } });
  await fireEvent.keyDown(field, { key: "Escape" });
  await rerender({ isNaming: false });
  // A browser takes the focus from what goes.
  await fireEvent.blur(field);
  expect(onName.mock.calls).toEqual([[null]]);
});
