import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureInstalled } from "./ensureInstalled.ts";
import { withInstallLock } from "./installLock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-install-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, content: object) => writeFile(join(folder, file), JSON.stringify(content));

async function writePackage(version: string) {
  await mkdir(join(folder, "greeting"), { recursive: true });
  await write("greeting/package.json", { name: "greeting", version });
  const root = { name: "fixture", version: "1.0.0", dependencies: { greeting: "file:greeting" } };
  await write("package.json", root);
  await write("package-lock.json", {
    name: "fixture",
    version: "1.0.0",
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": root,
      greeting: { version },
      "node_modules/greeting": { resolved: "greeting", link: true }
    }
  });
}

const installedLock = () => join(folder, "node_modules", ".package-lock.json");

it("installs once, however many ask at the same time", { timeout: 60_000 }, async () => {
  await writePackage("1.0.0");
  await Promise.all([ensureInstalled(folder), ensureInstalled(folder)]);
  const { mtimeMs } = await stat(installedLock());
  await ensureInstalled(folder);
  expect((await stat(installedLock())).mtimeMs).toBe(mtimeMs);
});

it("installs again when the lock file asks for something else", { timeout: 60_000 }, async () => {
  await writePackage("1.0.0");
  await ensureInstalled(folder);
  await writePackage("1.1.0");
  await ensureInstalled(folder);
  expect(JSON.parse(await readFile(installedLock(), "utf8")).packages.greeting.version).toBe("1.1.0");
});

it("fails with one line that names the command", { timeout: 60_000 }, async () => {
  await writePackage("1.0.0");
  await write("package.json", { name: "fixture", version: "1.0.0", dependencies: { absent: "file:absent" } });
  const error: Error = await ensureInstalled(folder).then(
    () => expect.unreachable(),
    (reason) => reason
  );
  expect(error.message).toContain(`npm ci --prefix ${folder}`);
  expect(error.message).not.toContain("\n");
});

it("lets one process at a time hold the lock", async () => {
  let holders = 0;
  let most = 0;
  const work = async () => {
    holders += 1;
    most = Math.max(most, holders);
    await new Promise(setImmediate);
    holders -= 1;
  };
  await Promise.all([withInstallLock(folder, work), withInstallLock(folder, work), withInstallLock(folder, work)]);
  expect(most).toBe(1);
});
