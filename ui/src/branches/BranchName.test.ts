import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, onTestFinished, vi } from "vitest";
import BranchName from "$branches/BranchName.svelte";

it.each([
  ["Enter", { kept: 1, cancelled: 0 }],
  ["Escape", { kept: 0, cancelled: 1 }],
])("the keys go back to where they were before a branch was named: %s", async (key, done) => {
  const opener = document.createElement("button");
  document.body.append(opener);
  onTestFinished(() => opener.remove());
  opener.focus();
  const naming = { draft: "", onDraft: vi.fn(), onKeep: vi.fn(), onCancel: vi.fn() };
  const { rerender } = render(BranchName, { props: { name: null, naming } });
  naming.onCancel.mockImplementation(() => void rerender({ naming: null }));
  const field = screen.getByRole("textbox", { name: "Name of this branch" });
  expect(document.activeElement).toBe(field);
  // What gets the keys is not pressed by the same key.
  expect(await fireEvent.keyDown(field, { key })).toBe(false);
  expect(document.activeElement).toBe(opener);
  await vi.waitFor(() =>
    expect({ kept: naming.onKeep.mock.calls.length, cancelled: naming.onCancel.mock.calls.length }).toEqual(
      done,
    ),
  );
});
