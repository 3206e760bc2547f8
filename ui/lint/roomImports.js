import { existsSync } from "node:fs";
import path from "node:path";
import { ROOMS } from "./rooms.js";

const SRC = path.resolve(import.meta.dirname, "../src");

/** What puts the page together or shows pieces of it without a window. The rules for layers don't hold there. */
const ASSEMBLY = ["gallery", "main.ts"];

/** The narrowest entry of the list that a file belongs to. */
function roomOf(place) {
  const owns = (room) => place === room || place.startsWith(`${room}/`);
  return ROOMS.filter(owns).sort((one, other) => other.length - one.length)[0] ?? null;
}

/** The place in `src` that an import names, or nothing where it names a package. */
function targetOf(place, source) {
  if (/^\$[a-z]/.test(source)) return source.slice(1);
  return source.startsWith(".") ? path.posix.join(path.posix.dirname(place), source) : null;
}

/** A component, and not a module with runes, which is imported as `name.svelte` too. */
function isComponent(place) {
  return place.endsWith(".svelte") && existsSync(path.join(SRC, place));
}

function isTypeOnly(node) {
  const kinds = (node.specifiers ?? []).map(({ importKind, exportKind }) => importKind ?? exportKind);
  const isType = (kind) => kind === "type";
  return isType(node.importKind) || isType(node.exportKind) || (kinds.length > 0 && kinds.every(isType));
}

/** Which rule for layers an import that is there at run time breaks. */
function brokenLayer(place, target) {
  if (isComponent(place)) {
    if (target.startsWith("host/")) return "host";
  } else if (isComponent(target)) return "component";
  return place.includes("/components/") && target.includes("/views/") ? "view" : null;
}

/** Who may import whom: rooms in the order of `rooms.js`, and layers within them. */
export const roomImports = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      unlisted: "This file is in no room. lint/rooms.js lists the rooms.",
      unknown: "{{target}} is in no room. lint/rooms.js lists the rooms.",
      upward: "{{room}} may not import {{other}}, which comes after it in lint/rooms.js.",
      host: "A component doesn't call a host. Its state does.",
      component: "A module of state or logic doesn't import a component.",
      view: "A component gets what it shows as props and doesn't import a view.",
    },
  },
  create(context) {
    const place = path.relative(SRC, context.filename).split(path.sep).join("/");
    if (place.startsWith("../") || place.includes(".test.")) return {};
    const room = roomOf(place);
    if (room === null) return { Program: (node) => context.report({ node, messageId: "unlisted" }) };

    function check(node) {
      const target = typeof node.source?.value === "string" ? targetOf(place, node.source.value) : null;
      // Styles and data belong to no room but to those who load them.
      if (target === null || /\.(css|json)$/.test(target)) return;
      const other = roomOf(target) ?? roomOf(`${target}.ts`);
      if (other === null) context.report({ node, messageId: "unknown", data: { target } });
      else if (ROOMS.indexOf(other) > ROOMS.indexOf(room))
        context.report({ node, messageId: "upward", data: { room, other } });
      const layer = isTypeOnly(node) || ASSEMBLY.includes(room) ? null : brokenLayer(place, target);
      if (layer !== null) context.report({ node, messageId: layer });
    }

    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
