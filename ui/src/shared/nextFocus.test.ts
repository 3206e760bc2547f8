import { expect, onTestFinished, test, vi } from "vitest";
import { focusNext } from "$shared/nextFocus";

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
