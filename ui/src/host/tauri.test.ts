import { afterEach, expect, test, vi } from "vitest";
import { nameMenu } from "$host/tauri";

afterEach(() => vi.unstubAllGlobals());

test("the shell is told what is read in the menu", async () => {
  const invoke = vi.fn(() => Promise.resolve());
  vi.stubGlobal("__TAURI_INTERNALS__", { invoke });
  await nameMenu({ copy: "复制" });
  expect(invoke).toHaveBeenCalledExactlyOnceWith("name_menu", { words: { copy: "复制" } }, undefined);
});
