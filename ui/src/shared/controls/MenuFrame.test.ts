import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { describe, expect, it, vi } from "vitest";
import ActionMenu from "$shared/controls/ActionMenu.svelte";
import Menu from "$shared/controls/Menu.svelte";

const label = createRawSnippet(() => ({ render: () => "<span>Model</span>" }));

function focused(): string {
  return document.activeElement?.textContent.trim() ?? "";
}

async function press(key: string): Promise<void> {
  await fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

describe("a menu", () => {
  const actions = ["One", "Two", "Three"].map((title) => ({
    id: title,
    title,
    obstacle: title === "Two" ? "Not now" : null,
    run: vi.fn(),
  }));

  it("is walked with keys, around its ends too, and gives the focus back", async () => {
    render(ActionMenu, { name: "More", actions });
    const opener = screen.getByRole("button", { name: "More" });
    await fireEvent.click(opener);
    expect(focused()).toBe("One");
    expect(opener.title, "nothing lies over the list").toBe("");
    await press("ArrowUp");
    expect(focused()).toBe("Three");
    await press("Home");
    await press("ArrowDown");
    expect(focused()).toContain("Two");
    await press("End");
    expect(focused()).toBe("Three");
    // A dialog around it stays open.
    expect(await fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" })).toBe(false);
    expect(document.activeElement).toBe(opener);
    expect([opener.getAttribute("aria-expanded"), opener.title]).toEqual(["false", "More"]);
  });

  it("does not do what can't be done now, and says why", async () => {
    render(ActionMenu, { name: "More", actions });
    await fireEvent.click(screen.getByRole("button", { name: "More" }));
    await fireEvent.click(screen.getByRole("menuitem", { name: /Two.*Not now/, hidden: true }));
    expect(actions[1]?.run).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("menuitem", { name: "Three", hidden: true }));
    expect(actions[2]?.run).toHaveBeenCalledOnce();
  });

  it("of which one is chosen begins at that one", async () => {
    const options = ["a", "b"].map((value) => ({ value, title: `Model ${value}`, note: "" }));
    const onChoose = vi.fn();
    render(Menu, { name: "Model", options, value: "b", onChoose, label });
    await fireEvent.click(screen.getByRole("button", { name: "Model" }));
    expect(focused()).toBe("Model b");
    await press("ArrowDown");
    expect(focused()).toBe("Model a");
    await fireEvent.click(document.activeElement ?? document.body);
    expect(onChoose).toHaveBeenCalledWith("a");
  });
});
