import { expect, it, onTestFinished } from "vitest";
import { openEditor } from "$editor/codeMirror";
import type { CodeDraft } from "$editor/codeDraft";

function opened(): HTMLElement {
  const parent = document.createElement("div");
  document.body.append(parent);
  const draft = {
    text: "{}",
    fault: null,
    problems: [],
    language: "json",
    schema: null,
    write: () => undefined,
  };
  const editor = openEditor({
    parent,
    draft: draft as unknown as CodeDraft,
    label: "Arguments",
    describedBy: "note",
    onSubmit: () => undefined,
  });
  editor.focus();
  onTestFinished(() => {
    editor.close();
    parent.remove();
  });
  const content = parent.querySelector<HTMLElement>('[contenteditable="true"]');
  if (content === null) throw new Error("an editor");
  return content;
}

function press(content: HTMLElement, key: string): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  content.dispatchEvent(event);
  return event;
}

it("Tab leaves an editor as it leaves every field", () => {
  const content = opened();
  expect(press(content, "Tab").defaultPrevented).toBe(false);
  expect(content.textContent).toBe("{}");
});

it("Escape leaves an editor at a stop for what is done next there", () => {
  const content = opened();
  const stop = document.createElement("section");
  stop.dataset["pause"] = "beforeCall";
  const goesOn = document.createElement("span");
  goesOn.dataset["goesOn"] = "";
  const button = document.createElement("button");
  goesOn.append(button);
  document.body.append(stop);
  stop.append(content.closest(".cm-editor")?.parentElement ?? content, goesOn);
  onTestFinished(() => stop.remove());
  content.focus();
  press(content, "Escape");
  expect(document.activeElement).toBe(button);
});

it("Escape leaves an editor, and what is around it stays open", () => {
  const content = opened();
  content.focus();
  expect(document.activeElement).toBe(content);
  expect(press(content, "Escape").defaultPrevented).toBe(true);
  expect(document.activeElement).not.toBe(content);
});
