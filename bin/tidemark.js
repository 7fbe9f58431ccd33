#!/usr/bin/env node
// Plain JavaScript for any Node.js that npx finds: the command line itself runs under the pinned one.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const isWindows = process.platform === "win32";
const pinned = `node-${isWindows ? "win" : process.platform}-${process.arch}/bin/node${isWindows ? ".exe" : ""}`;
const major = Number(process.versions.node.split(".")[0]);

/** Returns the path of the pinned Node.js, wherever npm installed it; null if it is missing. */
const findPinned = () => {
  try {
    return createRequire(import.meta.url).resolve(pinned);
  } catch {
    return null;
  }
};

if (major >= 24) {
  await import("../src/cli.ts");
} else {
  const node = findPinned();
  if (node === null) {
    console.error(
      "tidemark: Node.js 24 is not installed here: run npm ci (without --omit=optional), or use Node.js 24"
    );
    process.exit(1);
  }
  const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
  const ends = ["--import", new URL("../src/adapters/cli/serve/endWithLauncher.ts", import.meta.url).href];
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...ends, cli, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"]
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
