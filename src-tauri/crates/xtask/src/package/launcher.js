#!/usr/bin/env node
// Starts the program of this platform, passes everything on, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const program = `bin/callwright${process.platform === "win32" ? ".exe" : ""}`;

function found() {
  try {
    return require.resolve(`@callwright/${platform}/${program}`);
  } catch {
    console.error(
      `callwright: there is no program for ${platform} beside this package.\n` +
        "Install again without --omit=optional; if it stays, this platform has no package yet.",
    );
    process.exit(1);
  }
}

const child = spawn(found(), process.argv.slice(2), { stdio: "inherit" });
// The terminal sends these to both; the program decides what becomes of them.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`callwright: the program can't be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
