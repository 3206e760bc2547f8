import { expect, it } from "vitest";
import { renderMarkdown } from "$components/shared/markdown";

it("lays out words", () => {
  expect(renderMarkdown("**a** `b`")).toBe("<p><strong>a</strong> <code>b</code></p>\n");
});

it.each([
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "![see](https://example.org/track.png)",
  "[x](javascript:alert(1))",
  '<a href="https://example.org">x</a>',
  '<iframe src="https://example.org"></iframe>',
  "<svg onload=alert(1)>",
  '<p style="position:fixed">x</p>',
])("lets nothing load, run or open: %s", (text) => {
  const place = document.createElement("div");
  place.innerHTML = renderMarkdown(text);
  expect(
    place.querySelectorAll("img, script, a, iframe, svg, [style], [onerror], [onload], [href], [src]"),
  ).toHaveLength(0);
});

it("says where a link leads", () => {
  expect(renderMarkdown("[the bank](https://example.org/x)")).toContain("(https://example.org/x)");
});
