import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import PartsBar from "$requests/PartsBar.svelte";

afterEach(() => {
  document.body.replaceChildren();
});

test("each part says its tokens and its share in words, and opens what is in it", () => {
  const onOpen = vi.fn();
  const groups = [
    { title: "Messages", tokens: 900, parts: [], more: 0 },
    { title: "Functions", tokens: 100, parts: [], more: 0 },
  ];
  const bar = mount(PartsBar, { target: document.body, props: { groups, onOpen } });
  const parts = [...document.querySelectorAll("button")];
  expect(parts.map((part) => part.getAttribute("aria-label"))).toEqual([
    "Messages: 900 tokens, 90 %",
    "Functions: 100 tokens, 10 %",
  ]);
  parts[1]?.click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("Functions");
  void unmount(bar);
});
