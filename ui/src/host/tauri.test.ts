import { afterEach, expect, test, vi } from "vitest";
import { chooseFile, nameMenu, windowUpdates } from "$host/tauri";
import { HostError } from "$host/host";

afterEach(() => vi.unstubAllGlobals());

test("the shell is told what is read in the menu", async () => {
  const invoke = vi.fn(() => Promise.resolve());
  vi.stubGlobal("__TAURI_INTERNALS__", { invoke });
  await nameMenu({ copy: "复制" });
  expect(invoke).toHaveBeenCalledExactlyOnceWith("name_menu", { words: { copy: "复制" } }, undefined);
});

test("the shell lets a person choose a file", async () => {
  const invoke = vi.fn(() => Promise.resolve("/models/own.gguf"));
  vi.stubGlobal("__TAURI_INTERNALS__", { invoke });
  const wanted = { title: "Choose a model", kind: "Models", ending: "gguf" };
  expect(await chooseFile(wanted)).toBe("/models/own.gguf");
  expect(invoke).toHaveBeenCalledExactlyOnceWith("choose_file", { wanted }, undefined);
});

test("the shell looks for an update, and why there is none is told with what to do", async () => {
  const invoke = vi.fn(() => Promise.resolve(null));
  vi.stubGlobal("__TAURI_INTERNALS__", { invoke });
  expect(await windowUpdates.look()).toBeNull();
  expect(invoke).toHaveBeenCalledExactlyOnceWith("look_for_update", {}, undefined);

  const refused = vi.fn().mockRejectedValue({ type: "noPackage" });
  vi.stubGlobal("__TAURI_INTERNALS__", { invoke: refused });
  const error = await windowUpdates.look().catch((thrown: unknown) => thrown);
  expect(error instanceof HostError && error.error.advice !== null).toBe(true);
});
