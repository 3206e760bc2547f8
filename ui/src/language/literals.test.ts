import { parse } from "svelte/compiler";
import { expect, test } from "vitest";
import { CHINESE } from "$language/chinese";

const COMPONENTS = import.meta.glob<string>(["../**/*.svelte", "!../gallery/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const MODULES = import.meta.glob<string>(["../**/*.ts", "!../{contract,gallery,language}/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What is read or heard. */
const SHOWN = [
  "title",
  "label",
  "aria-label",
  "placeholder",
  "alt",
  "note",
  "message",
  "advice",
  "text",
  "summary",
  "hint",
];
/** What these hold is code, and code has one language. */
const CODE = ["code", "pre", "kbd", "style"];
/** What a person would type, whatever they speak. */
const EXAMPLES = [
  /^[$/{["#*.]/,
  /^https?:/,
  /^\S*[a-z][_.*:-]\S*$/,
  /^[a-z]+$/,
  /^[A-Z_]+(, [A-Z_]+)*$/,
  /^npx /,
  /^(authorization|page|error): /,
  /^localhost, /,
  /^(warm coat|coat -rain|You are brief\.|Callwright|Authorization|Semantic Kernel|Python|Rust)$/,
  /^Summarise in \{\{/,
];

type Node = { type: string; name?: string; data?: string; value?: unknown; [key: string]: unknown };

function isProse(text: string): boolean {
  const words = text.trim();
  return /\p{L}{2,}/u.test(words) && !EXAMPLES.some((example) => example.test(words));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Texts between which an expression decides. */
function decided(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(decided);
  return node.type === "LogicalExpression" ? [node.left, node.right].flatMap(decided) : [];
}

/** Words that code holds as one of several texts. */
function decidedIn(fragment: unknown): string[] {
  const nodes = isNode(fragment) ? (fragment.nodes as Node[]) : [];
  return nodes
    .flatMap((node) => (node.type === "ExpressionTag" ? decided(node.expression) : []))
    .filter(isWord);
}

/** Whether a text that is decided on is a word. A word alone is code where it is written into the markup. */
function isWord(text: string): boolean {
  return /^\p{L}{2,}$/u.test(text) || isProse(text);
}

/** Every text that is put together of values and letters. */
function templates(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(templates);
  if (!isNode(node) || node.type !== "TemplateLiteral") return below;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return [quasis.map(({ value }) => value.cooked).join("…"), ...below];
}

/** Every text in the markup that a person would read. */
function literals(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literals);
  if (!isNode(node))
    return typeof node === "object" && node !== null ? Object.values(node).flatMap(literals) : [];
  if (node.type === "Text") return isProse(node.data ?? "") ? [(node.data ?? "").trim()] : [];
  if (node.type === "Attribute" && !SHOWN.includes(node.name ?? "")) return [];
  if (node.type === "ExpressionTag") return decided(node.expression).filter(isWord);
  if (node.type === "RegularElement" && CODE.includes(node.name ?? "")) return decidedIn(node.fragment);
  if (node.type.endsWith("Expression") || ["Comment", "StyleDirective"].includes(node.type)) return [];
  return Object.values(node).flatMap(literals);
}

/** Sentences, or a word before a value. */
const COMPOSED = /\p{L}{2,} \p{L}{2,}|^\p{Lu}\p{Ll}+ …|… \p{Ll}{3,}/u;
/** What nobody reads: markup, commands, headers, and what a program says of itself. */
const UNREAD = [/^</, /^callwright /, /^Bearer /, /^Not known here: /];

test("no text is put together beside the catalogue", { timeout: 60_000 }, () => {
  const sources = { ...COMPONENTS, ...MODULES };
  const found = Object.entries(sources).flatMap(([place, source]) => {
    if (place.includes(".test.") || place.includes("/scripted/")) return [];
    const markup = place.endsWith(".svelte") ? source : `<script lang="ts">${source}</script>`;
    return templates(parse(markup, { modern: true }))
      .filter((text) => COMPOSED.test(text) && !UNREAD.some((unread) => unread.test(text)))
      .map((text) => `${place}: ${text}`);
  });
  expect(found).toEqual([]);
});

// It parses every component, which takes seconds on a busy machine.
test("components say nothing that is not in the catalogue", { timeout: 30_000 }, () => {
  const found = Object.entries(COMPONENTS).flatMap(([place, source]) =>
    literals(parse(source, { modern: true }).fragment).map((text) => `${place}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("every phrase of the catalogue is said somewhere", () => {
  const all = Object.values({ ...COMPONENTS, ...MODULES }).join("\n");
  const isSaid = (phrase: string): boolean =>
    [JSON.stringify(phrase), `'${phrase}'`].some((written) => all.includes(written));
  expect(Object.keys(CHINESE).filter((phrase) => !isSaid(phrase))).toEqual([]);
});
