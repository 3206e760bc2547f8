import createPurifier from "dompurify";
import { Marked, type Token, type Tokens } from "marked";

/** Only what is needed to lay out words. No images, no forms, no styles, and no link that opens. */
const ALLOWED = [
  ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"],
  ...["em", "strong", "del", "table", "thead", "tbody", "tr", "th", "td", "span"],
];

type Paint = typeof import("$shared/text/paint");

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

/** A paragraph, a list, a table: what stands by itself in a text. */
export type Block = { readonly raw: string; readonly html: string };

/** A text as blocks. `addresses` are those its links name elsewhere in it, on which all of them may depend. */
export type Rendered = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly addresses: string;
};

/** Whatever is written next, blocks above so many at the end stay what they are. */
const UNSETTLED = 3;
const NOWHERE = "{}";

/** Renders a text. While it is being written only its end changes, so what is as it was before is taken from there. */
export function renderMarkdown(text: string, before: Rendered | null = null): Rendered {
  // The lexer knows one end of a line only, and places in the text have to be places in what it reads.
  const read = text.replace(/\r\n?/g, "\n");
  return (before === null ? null : grown(read, before)) ?? whole(read, before);
}

/** Reads on where the last blocks of a text began, unless one of its links may depend on what comes there. */
function grown(text: string, before: Rendered): Rendered | null {
  const settled = before.blocks.slice(0, -UNSETTLED);
  const start = settled.reduce((length, { raw }) => length + raw.length, 0);
  if (start === 0 || before.addresses !== NOWHERE || !text.startsWith(before.text.slice(0, start)))
    return null;
  const tokens = marked.lexer(text.slice(start));
  if (JSON.stringify(tokens.links) !== NOWHERE) return null;
  const blocks = [...settled, ...rendered(tokens, before.blocks.slice(settled.length))];
  return { text, blocks, addresses: NOWHERE };
}

function whole(text: string, before: Rendered | null): Rendered {
  const tokens = marked.lexer(text);
  const addresses = JSON.stringify(tokens.links);
  return {
    text,
    blocks: rendered(tokens, before?.addresses === addresses ? before.blocks : []),
    addresses,
  };
}

function rendered(tokens: Token[], known: readonly Block[]): Block[] {
  return tokens.map((token, place) => {
    const there = known[place];
    return there?.raw === token.raw ? there : { raw: token.raw, html: sanitised(marked.parser([token])) };
  });
}

function sanitised(html: string): string {
  return createPurifier.sanitize(html, { ALLOWED_TAGS: ALLOWED, ALLOWED_ATTR: ["class", "start", "align"] });
}

/** Fetches what the code in a text needs to be painted. Says whether there is anything new to paint with. */
export async function learnLanguages(text: string): Promise<boolean> {
  const told = [...text.matchAll(/^ {0,3}(?:```|~~~)[`~]*[ \t]*([^\s`]+)/gm)].map(([, name]) => name ?? "");
  if (told.length === 0) return false;
  brush ??= await import("$shared/text/paint");
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
