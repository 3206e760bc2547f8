import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  plugins: [svelte(), svelteTesting()],
  // The same names as in tsconfig.json. A leading slash means this folder.
  resolve: {
    alias: {
      $contract: "/src/contract/index.ts",
      $language: "/src/language",
      $host: "/src/host",
      $state: "/src/state",
      $components: "/src/components",
      $views: "/src/views",
    },
  },
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
    include: ["src/**/*.test.ts"],
    setupFiles: ["./vitest.setup.ts"],
  },
});
