import { expect, it } from "vitest";
import { learnLanguages, type Rendered, renderMarkdown } from "$shared/text/markdown";

function html(text: string): string {
  return joined(renderMarkdown(text));
}

function joined({ blocks }: Rendered): string {
  return blocks.map((block) => block.html).join("");
}

it("lays out words", () => {
  expect(html("**a** `b`")).toBe("<p><strong>a</strong> <code>b</code></p>\n");
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
  place.innerHTML = html(text);
  expect(
    place.querySelectorAll("img, script, a, iframe, svg, [style], [onerror], [onload], [href], [src]"),
  ).toHaveLength(0);
});

const CODE = "```py title=x\nreturn '<b>' # no\n```";

it("paints code in its language, once it is at hand", async () => {
  expect(html(CODE)).toBe("<pre><code>return '&lt;b&gt;' # no</code></pre>\n");
  expect(await learnLanguages(CODE)).toBe(true);
  expect(await learnLanguages(CODE)).toBe(false);
  expect(html(CODE)).toBe(
    '<pre><code><span class="tok-keyword">return</span> <span class="tok-string">\'&lt;b&gt;\'</span> ' +
      '<span class="tok-comment"># no</span></code></pre>\n',
  );
});

it("leaves code plain whose language nobody knows", async () => {
  const text = "```constructor\nx < y\n```\n\n    x < y\n";
  expect(await learnLanguages(text)).toBe(false);
  expect(html(text)).not.toContain("span");
});

it("says where a link leads", () => {
  expect(html("[the bank](https://example.org/x)")).toContain("(https://example.org/x)");
});

const GROWING = [
  "# Boston\n\nIt is *that*.\n\n- one\n- two\n\n  more of two\n\nTitle\n---\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nEnd.",
  "One.\r\n\r\nTwo\r\nlines.\r\n\r\n1. a\r\n2. b\r\n\r\nThree.\r\n\r\nFour.\r\n",
  "A\n\nB\n\n```py\nx = 1\n\n\ny = 2\n```\n\n> quoted\nstill\n\n    indented\n\n    more\n\n<div>\n\nC\n\n***\nD",
  "See [it][1].\n\nA\n\nB\n\nC\n\nD\n\n[1]: https://example.org/x\n\nE\n\nF\n\nG",
];

it.each(GROWING)("renders what grows letter by letter as if it had come at once: %j", (text) => {
  let last: Rendered | null = null;
  for (let end = 1; end <= text.length; end += 1) {
    const rendered: Rendered = renderMarkdown(text.slice(0, end), last);
    expect(joined(rendered)).toBe(html(text.slice(0, end)));
    last = rendered;
  }
});

it("renders what is above the end only once", () => {
  const before = renderMarkdown("A\n\nB\n\nC\n\nD");
  const after = renderMarkdown("A\n\nB\n\nC\n\nD and more", before);
  expect(after.blocks[0]).toBe(before.blocks[0]);
  expect(joined(renderMarkdown("X\n\nB\n\nC\n\nD", after))).toBe(html("X\n\nB\n\nC\n\nD"));
});
