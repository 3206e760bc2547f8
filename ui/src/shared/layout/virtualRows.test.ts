import { render } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, it } from "vitest";
import VirtualRows from "$shared/layout/VirtualRows.svelte";

it("scrolls a sought row to the top again when rows come behind it, because there was no room before", async () => {
  const scroller = document.createElement("ul");
  scroller.setAttribute("data-scroller", "");
  document.body.append(scroller);
  const row = createRawSnippet(() => ({ render: () => "<li></li>" }));
  const props = {
    rows: ["a", "b"],
    keyOf: String,
    heightOf: () => 10,
    sought: 1,
    soughtAt: "top" as const,
    row,
  };
  const view = render(VirtualRows, { target: scroller, props });
  expect(scroller.scrollTop).toBe(10);
  scroller.scrollTop = 0;
  await view.rerender({ rows: ["a", "b", "c"] });
  expect(scroller.scrollTop).toBe(10);
  view.unmount();
  scroller.remove();
});
