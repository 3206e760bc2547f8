import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { asWritten } from "$language/notices";
import type { QueuedFile } from "$sessions/importing/queue.svelte";
import QueueList from "$sessions/importing/QueueList.svelte";

const LONG = "It has a line that nobody can read. ".repeat(20).trim();

function show(standing: QueuedFile["standing"]): { onCancel: (id: number) => void } {
  const files = Array.from({ length: 1030 }, (_, id) => ({ id, name: `file ${id}.json`, standing }));
  const sum = { all: files.length, imported: 0, refused: 0, cancelled: 0, open: files.length };
  const onCancel = vi.fn();
  render(QueueList, { files, sum, onShow: vi.fn(), onCancel, onCancelAll: vi.fn(), onClear: vi.fn() });
  return { onCancel };
}

it("draws the files of a long queue that are in sight", async () => {
  const { onCancel } = show({ is: "waiting" });
  expect(screen.getAllByText(/^file \d+\.json$/).length).toBeLessThan(50);
  await fireEvent.click(screen.getByRole("button", { name: "Cancel file 3.json" }));
  expect(onCancel).toHaveBeenCalledWith(3);
});

it.each([
  [LONG, "87px"],
  ["The text is not JSON at line 7, column 3.", "69px"],
  ["这份文件不是 JSON。".repeat(5), "87px"],
])("says why a file was refused in a row of a known height, and in full as a title", (why, height) => {
  const error = { message: asWritten(why), advice: asWritten("Fix the file."), code: "failed" } as const;
  show({ is: "refused", error });
  expect(screen.getAllByTitle(why).length).toBeLessThan(50);
  expect(screen.getAllByRole("listitem")[0]?.style.height).toBe(height);
});
