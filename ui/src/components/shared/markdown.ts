import createPurifier from "dompurify";
import { Marked, type Tokens } from "marked";

/** Only what is needed to lay out words. No images, no forms, no styles, and no link that opens. */
const ALLOWED = [
  ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"],
  ...["em", "strong", "del", "table", "thead", "tbody", "tr", "th", "td", "span"],
];

const marked = new Marked({
  gfm: true,
  renderer: {
    link(link: Tokens.Link): string {
      const words = this.parser.parseInline(link.tokens);
      return `<span class="link">${words}</span> ${address(link.href, link.text)}`;
    },
    image(image: Tokens.Image): string {
      return `<span class="link">${escaped(image.text === "" ? "image" : image.text)}</span> ${address(image.href, "")}`;
    },
    // HTML in Markdown is shown as the text it is.
    html(html: Tokens.HTML | Tokens.Tag): string {
      return escaped(html.text);
    },
  },
});

export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false });
  return createPurifier.sanitize(html, { ALLOWED_TAGS: ALLOWED, ALLOWED_ATTR: ["class", "start", "align"] });
}

function address(href: string, words: string): string {
  return href === words ? "" : `<span class="address">(${escaped(href)})</span>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
