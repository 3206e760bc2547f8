import { expect, onTestFinished, test, vi } from "vitest";
import { focusNext, goOnBeside } from "$shared/nextFocus";

function button(): HTMLButtonElement {
  const one = document.createElement("button");
  document.body.append(one);
  onTestFinished(() => one.remove());
  return one;
}

test("what can't take the focus yet takes it a frame later, unless a person is busy by then", async () => {
  const next = button();
  next.disabled = true;
  focusNext(next);
  next.disabled = false;
  await vi.waitFor(() => expect(document.activeElement).toBe(next));

  next.blur();
  next.disabled = true;
  focusNext(next);
  next.disabled = false;
  const other = button();
  other.focus();
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(other);
});

test("a row that goes leaves the focus to the row beside it", async () => {
  const section = document.createElement("section");
  document.body.append(section);
  onTestFinished(() => section.remove());
  const rows = ["first", "second", "third"].map((name) => {
    const row = document.createElement("p");
    row.append(Object.assign(document.createElement("button"), { name }));
    section.append(row);
    return row;
  });
  const names: (string | undefined)[] = [];
  for (const row of [rows[1], rows[2]]) {
    row?.querySelector("button")?.focus();
    await goOnBeside(row, () => {
      row?.remove();
      return Promise.resolve();
    });
    names.push(document.activeElement?.getAttribute("name") ?? undefined);
  }
  expect(names).toEqual(["third", "first"]);
});
