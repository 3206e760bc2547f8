import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import { roomImports } from "./lint/roomImports.js";
import svelteConfig from "./svelte.config.js";

const onlyTheShellNamesTauri = {
  patterns: [{ group: ["@tauri-apps/*"], message: "Only host/tauri.ts talks to Tauri." }],
};

const noDefaultExports = {
  selector: "ExportDefaultDeclaration",
  message: "A name that is exported is searched for; a default one is made up anew at each import.",
};

/** For each component, TypeScript reads the whole program anew. So only the long run knows the types in them. */
const untypedComponents = {
  files: ["**/*.svelte"],
  extends: [tseslint.configs.disableTypeChecked],
  languageOptions: { parserOptions: { projectService: false } },
  rules: { "svelte/no-unused-props": "off" },
};

export default defineConfig(
  { ignores: ["dist", "node_modules", "src/contract"] },
  {
    files: ["**/*.ts", "**/*.svelte", "**/*.svelte.ts"],
    extends: [tseslint.configs.strictTypeChecked, svelte.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    plugins: { page: { rules: { "room-imports": roomImports } } },
    rules: {
      "page/room-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-restricted-imports": ["error", onlyTheShellNamesTauri],
      "no-restricted-syntax": ["error", noDefaultExports],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: tseslint.parser, svelteConfig },
    },
    rules: {
      "svelte/button-has-type": "error",
      "svelte/no-unused-props": "error",
      "svelte/require-each-key": "error",
      "svelte/no-at-html-tags": "error",
      // ESLint sees the props of components as any. svelte-check knows their types and checks these places.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      // Svelte files have no named exports to offer.
      "no-restricted-syntax": "off",
    },
  },
  process.env["CALLWRIGHT_LONG"] === undefined ? untypedComponents : [],
  { files: ["src/host/tauri.ts"], rules: { "no-restricted-imports": "off" } },
  { files: ["vite.config.ts"], rules: { "no-restricted-syntax": "off" } },
);
