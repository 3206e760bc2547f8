import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  plugins: [svelte(), svelteTesting()],
  // As in tsconfig.json: `$room/module` is a module of a folder in src. A leading slash means this folder.
  resolve: { alias: [{ find: /^\$(?=[a-z])/, replacement: "/src/" }] },
  // The event files of the tests lie outside of this folder, and the gallery shows them.
  server: { fs: { allow: [".."] } },
  build: {
    target: "safari16",
    // The window's content security policy lets fonts come from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["index.html", "gallery.html"] },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "lint/**/*.test.js", "dev/**/*.test.mjs"],
    setupFiles: ["./vitest.setup.ts"],
    // Making a page takes longer than the tests of a file. Files share one, so a test must leave nothing behind.
    isolate: false,
    // Vitest leaves one processor idle by default, which is half of two.
    maxWorkers: "100%",
  },
});
