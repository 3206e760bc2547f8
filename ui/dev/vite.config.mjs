import { mergeConfig } from "vite";
import page from "../vite.config.ts";
import { core } from "./core.mjs";

const port = Number(process.env["CALLWRIGHT_DEV_PORT"] ?? "5173");

/** The page as `cargo xtask dev` serves it: on loopback alone, beside the core that answers it. */
export default mergeConfig(page, {
  plugins: [core({ port, lines: process.stdin })],
  clearScreen: false,
  server: { host: "127.0.0.1", port, strictPort: true, cors: false },
});
