import { expect, test } from "vitest";
import { MENU, menuWords } from "$frame/menu";
import { isShortcut, KEYS } from "$frame/shortcuts";

const SHELL = import.meta.glob<string>("../../../src-tauri/src/menu/layout.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What the shell has in its menus, as its source says: `page("stop", "Stop", "Shift+F5")`. */
function inTheShell(): [how: string, title: string, english: string][] {
  const written = Object.values(SHELL)
    .join()
    .matchAll(/\b(menu|page|system)\(\s*"(\w+)",\s*"([^"]+)"/g);
  return [...written].map(([, how = "", title = "", english = ""]) => [how, title, english]);
}

test("the shell has the titles of the page, and its English words until it is told others", () => {
  const titles = inTheShell().map(([, title, english]) => [title, english]);
  expect(Object.fromEntries(titles)).toEqual(MENU);
  expect(menuWords("en")).toEqual(MENU);
});

test("the page does what the shell leaves to it, and that is all that keys do", () => {
  const left = inTheShell().flatMap(([how, title]) => (how === "page" ? [title] : []));
  expect(left.filter((title) => !isShortcut(title))).toEqual([]);
  expect(left.sort()).toEqual(Object.keys(KEYS).sort());
});

test("every title has Chinese words", () => {
  const words = menuWords("zh");
  expect(Object.keys(words)).toEqual(Object.keys(MENU));
  expect(Object.values(words).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  // So many fit into the menu of the shell.
  expect([...Object.values(words), ...Object.values(MENU)].filter((text) => text.length > 60)).toEqual([]);
});
