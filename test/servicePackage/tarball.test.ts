import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { version } from "../../sdk/src/version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** What the package may contain. A file that no line describes is a mistake, here or in scripts/package. */
const known: ReadonlyArray<RegExp> = [
  /^(?:CHANGELOG|README)\.md$|^LICENSE$|^(?:npm-shrinkwrap|package)\.json$/,
  /^bin\/tidemark\.js$/,
  /^deploy\/[\w./-]+$/,
  /^docs\/(?:[\w-]+\/)*[\w.-]+\.(?:md|graphql|svg|json|css|js)$/,
  /^examples\/[\w-]+\/(?:[\w-]+\/)*[\w.-]+\.(?:css|html|js|json|md|ts|tsx|example)$/,
  /^lexicons\/[\w/]+\.json$/,
  /^lexicons-published\/(?:README\.md|LICENSE-MIT\.txt|[\w/]+\.json)$/,
  /^scripts\/(?:demo|requireNode)\.js$|^scripts\/demo\/\w+\.js$/,
  /^sdk\/(?:LICENSE|README\.md|package\.json)$|^sdk\/dist\/[\w/.]+\.(?:js|ts|txt|json)$/,
  /^src\/(?:[\w-]+\/)*[\w.-]+\.(?:js|css|svg|woff2|json|html|png|ico|txt|webmanifest|md)$/,
  /^test\/pds\/(?:\w+\.js|README\.md|package(?:-lock)?\.json)$/,
  /^tools\/verify-log\/(?:example\/)?[\w.-]+$/,
  /^ui\/dist\/(?:[\w-]+\/)*[\w.-]+$/
];

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-package-"));
  await run("npm", ["run", "--silent", "package", "--", "--pack-destination", folder], { cwd: root });
  // In `node_modules`, Node.js strips no types, and finds the dependencies as if npm had installed them.
  installed = join(folder, "node_modules", "tidemark");
  await mkdir(installed, { recursive: true });
  const tarball = join(folder, `tidemark-${version}.tgz`);
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it("contains what is known, file by file, and nothing of this machine", async () => {
  const found = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(installed, join(parentPath, name)));
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.filter((file) => !known.some((pattern) => pattern.test(file)))).toEqual([]);
  for (const name of ["LICENSE", "sdk/dist/testing.kit.js", "ui/dist/index.html", "docs/operations.md"])
    expect(files).toContain(name);
  for (const file of files) expect((await readFile(join(installed, file))).includes(root), file).toBe(false);
});

/** Waits for the line that the demo prints for the commands of the tour. */
const exportLine = (demo: ChildProcess) =>
  new Promise<{ readonly url: string; readonly data: string }>((resolve, reject) => {
    const lines: Array<string> = [];
    for (const stream of [demo.stdout, demo.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        const [, url, data] = /export B=(\S+) DATA_DIR=(\S+)/.exec(line) ?? [];
        if (url !== undefined && data !== undefined) resolve({ url, data });
      });
    }
    demo.once("close", () => reject(new Error(lines.join("\n"))));
  });

it("runs the demo, and the commands of the tour", { timeout: 240_000 }, async () => {
  await symlink(join(root, "node_modules"), join(installed, "node_modules"));
  await symlink(join(root, "test/pds/node_modules"), join(installed, "test/pds/node_modules"));
  const program = join(installed, "bin/tidemark.js");
  const tidemark = async (dataDir: string, ...words: ReadonlyArray<string>) =>
    (await run(process.execPath, [program, ...words], { cwd: folder, env: { ...process.env, DATA_DIR: dataDir } }))
      .stdout;
  expect(await tidemark(folder, "--version")).toBe(`${version}\n`);

  const demo = spawn(process.execPath, [program, "demo"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(demo, "exit");
  try {
    const { data, url } = await exportLine(demo);
    expect(data.startsWith(join(folder, "data/demo"))).toBe(true);
    const query = "{ xyzStatusphereStatus(first: 2) { totalCount nodes { actorHandle } } }";
    const answer = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query })
    });
    expect(await answer.json()).toMatchObject({ data: { xyzStatusphereStatus: { totalCount: 4 } } });
    for (const path of ["/docs", "/settings", "/sdk.js", "/sdk.tgz", "/graphiql"])
      expect((await fetch(url + path)).status, path).toBe(200);
    const redirect = ["--redirect-uri", "http://127.0.0.1:9999/callback"];
    const registered = await tidemark(
      data,
      "clients",
      "register",
      "--name",
      "Tour",
      "--type",
      "confidential",
      ...redirect
    );
    expect(registered).toContain("Client Secret");
    expect(await tidemark(data, "audit", "list", "--limit", "5")).toContain("ClientRegistered");
    expect(await tidemark(data, "new", join(folder, "my-app"))).toContain("Created");
    expect(await readdir(join(folder, "my-app"))).toContain("package.json");
  } finally {
    demo.kill("SIGINT");
  }
  expect(await ended).toEqual([0, null]);
});
