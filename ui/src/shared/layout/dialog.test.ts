import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import Dialog from "$shared/layout/Dialog.svelte";

beforeAll(() => {
  // jsdom has none. Browsers leave the keys with the first button, which closes the sheet.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
    this.querySelector("button")?.focus();
  };
});

/** A sheet that still waits for what is to be on it. */
function opened(): HTMLElement {
  const children = createRawSnippet(() => ({ render: () => `<p data-testid="text">One moment…</p>` }));
  render(Dialog, { props: { title: "Models", onClose: () => undefined, children } });
  const text = screen.getByTestId("text").parentElement;
  if (text === null) throw new Error("the sheet has no body");
  return text;
}

function field(name: string): HTMLInputElement {
  return Object.assign(document.createElement("input"), { name });
}

test("a sheet that fills later gives the keys to its first field then", async () => {
  const body = opened();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Close");
  const first = field("first");
  body.append(first);
  await vi.waitFor(() => expect(document.activeElement).toBe(first));
  body.prepend(field("earlier"));
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(first);
});

test("keys that were taken elsewhere meanwhile stay there", async () => {
  const body = opened();
  const own = field("own");
  body.closest("dialog")?.querySelector("header")?.append(own);
  own.focus();
  body.append(field("first"));
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(own);
});

test("where what had the keys goes, they go on with what is there instead, and begin anew without it", async () => {
  const body = opened();
  const [other, asks, answers] = [field("other"), field("asks"), field("answers")];
  const question = document.createElement("section");
  question.append(asks);
  body.append(other, question);
  await vi.waitFor(() => expect(document.activeElement).toBe(other));
  asks.focus();
  question.replaceChildren(answers);
  await vi.waitFor(() => expect(document.activeElement).toBe(answers));
  question.remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(other));
  // Escape leaves a field that stays, and the keys are not taken back.
  other.blur();
  body.append(document.createElement("p"));
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});
