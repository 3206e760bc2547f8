import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const onlyTheShellNamesTauri = {
  patterns: [{ group: ["@tauri-apps/*"], message: "Only host/tauri.ts talks to Tauri." }],
};

export default defineConfig(
  { ignores: ["dist", "node_modules", "src/contract"] },
  {
    files: ["**/*.ts", "**/*.svelte", "**/*.svelte.ts"],
    extends: [tseslint.configs.strictTypeChecked, svelte.configs.recommended],
    plugins: { "import-x": importX },
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver({ project: "./tsconfig.json" })] },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-restricted-imports": ["error", onlyTheShellNamesTauri],
      "import-x/no-cycle": "error",
      "import-x/no-default-export": "error",
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
      "import-x/no-default-export": "off",
    },
  },
  { files: ["src/host/tauri.ts"], rules: { "no-restricted-imports": "off" } },
  { files: ["vite.config.ts"], rules: { "import-x/no-default-export": "off" } },
);
