import createPurifier from "dompurify";
import { Marked, type Tokens } from "marked";

/** Only what is needed to lay out words. No images, no forms, no styles, and no link that opens. */
const ALLOWED = [
  ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"],
  ...["em", "strong", "del", "table", "thead", "tbody", "tr", "th", "td", "span"],
];

type Paint = typeof import("$components/shared/paint");

/** What paints code. It comes when the first code is met whose language is told. */
let brush: Paint | null = null;

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
    code(code: Tokens.Code): string {
      return `<pre><code>${painted(code.text, code.lang ?? "")}</code></pre>\n`;
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

/** Fetches what the code in a text needs to be painted. Says whether there is anything new to paint with. */
export async function learnLanguages(text: string): Promise<boolean> {
  const told = [...text.matchAll(/^ {0,3}(?:```|~~~)[`~]*[ \t]*([^\s`]+)/gm)].map(([, name]) => name ?? "");
  if (told.length === 0) return false;
  brush ??= await import("$components/shared/paint");
  const { languageOf, learn } = brush;
  const unknown = new Set(told.map(languageOf).filter((language) => language !== null));
  const learnt = await Promise.all([...unknown].map(learn));
  return learnt.includes(true);
}

function painted(code: string, told: string): string {
  const language = brush?.languageOf(told) ?? null;
  const pieces = language === null ? null : (brush?.paint(code, language) ?? null);
  if (pieces === null) return escaped(code);
  return pieces
    .map(({ text, classes }) =>
      classes === "" ? escaped(text) : `<span class="${classes}">${escaped(text)}</span>`,
    )
    .join("");
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
