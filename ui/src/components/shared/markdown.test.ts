import { expect, it } from "vitest";
import { learnLanguages, renderMarkdown } from "$components/shared/markdown";

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

const CODE = "```py title=x\nreturn '<b>' # no\n```";

it("paints code in its language, once it is at hand", async () => {
  expect(renderMarkdown(CODE)).toBe("<pre><code>return '&lt;b&gt;' # no</code></pre>\n");
  expect(await learnLanguages(CODE)).toBe(true);
  expect(await learnLanguages(CODE)).toBe(false);
  expect(renderMarkdown(CODE)).toBe(
    '<pre><code><span class="tok-keyword">return</span> <span class="tok-string">\'&lt;b&gt;\'</span> ' +
      '<span class="tok-comment"># no</span></code></pre>\n',
  );
});

it("leaves code plain whose language nobody knows", async () => {
  const text = "```constructor\nx < y\n```\n\n    x < y\n";
  expect(await learnLanguages(text)).toBe(false);
  expect(renderMarkdown(text)).not.toContain("span");
});

it("says where a link leads", () => {
  expect(renderMarkdown("[the bank](https://example.org/x)")).toContain("(https://example.org/x)");
});
