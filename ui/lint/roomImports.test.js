import { existsSync } from "node:fs";
import path from "node:path";
import { RuleTester } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, it, test } from "vitest";
import { roomImports } from "./roomImports.js";
import { ROOMS } from "./rooms.js";

const SRC = path.resolve(import.meta.dirname, "../src");

RuleTester.describe = describe;
RuleTester.it = it;

const file = (place, code) => ({ filename: path.join(SRC, place), code });
const broken = (place, code, ...messageIds) => ({
  ...file(place, code),
  errors: messageIds.map((messageId) => ({ messageId })),
});

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run("room-imports", roomImports, {
  valid: [
    file("session/rows.ts", 'import { pathTo } from "$timeline/path";'),
    file("session/rows.ts", 'import { own } from "$session/forks";'),
    file("session/session.svelte.ts", 'import { StopEdit } from "$stops/state/stopEdit.svelte";'),
    file("window/app.svelte.ts", 'import { SessionState } from "$session/session.svelte";'),
    file("timeline/path.ts", 'import { mount } from "svelte";'),
    file("timeline/timeline.test.ts", 'import { rowsOf } from "$session/rows";'),
    file("services/ServicesView.svelte", 'import type { Host } from "$host/host";'),
    file("main.ts", 'import App from "./App.svelte"; import { demoHost } from "$gallery/fixtures/demoHost";'),
    file("main.ts", 'import "./styles/base.css";'),
  ],
  invalid: [
    broken("timeline/path.ts", 'import { rowsOf } from "$session/rows";', "upward"),
    broken("timeline/path.ts", 'import type { Row } from "$session/rows";', "upward"),
    broken("timeline/path.ts", 'import { rowsOf } from "../session/rows";', "upward"),
    broken("timeline/path.ts", 'export * from "$session/rows";', "upward"),
    broken("timeline/path.ts", 'const rows = import("$session/rows");', "upward"),
    broken("session/session.svelte.ts", 'import { x } from "$stops/views/stopActions";', "upward"),
    broken("language/say.ts", 'import type { Host } from "$host/host";', "upward"),
    broken("host/host.ts", 'import { pathTo } from "$timeline/path";', "upward"),
    broken("window/window.ts", 'import { demoHost } from "$gallery/fixtures/demoHost";', "upward"),
    broken("attic/old.ts", "export const old = 1;", "unlisted"),
    broken("window/window.ts", 'import { old } from "$attic/old";', "unknown"),
    broken("services/ServicesView.svelte", 'import { asHostError } from "$host/host";', "host"),
    broken("window/window.ts", 'import Toasts from "$window/Toasts.svelte";', "component"),
    broken(
      "stops/components/DebugBar.svelte",
      'import StopView from "$stops/views/StopView.svelte";',
      "view",
    ),
  ],
});

test.each(ROOMS)("%s is there", (room) => expect(existsSync(path.join(SRC, room))).toBe(true));

test.each(ROOMS.filter((room) => !/[./]/.test(room)))("%s says what it is for", (room) =>
  expect(existsSync(path.join(SRC, room, "README.md"))).toBe(true),
);
