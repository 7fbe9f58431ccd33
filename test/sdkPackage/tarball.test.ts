import { type ChildProcessByStdio, execFile, spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Effect from "effect/Effect";
import { afterAll, beforeAll, expect, it } from "vitest";
import { version } from "../../sdk/src/version.ts";
import { servedSdk } from "./servedSdk.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
/** Nothing listens at port 9, so a package that needs the registry fails. */
const flags = [
  "--registry=http://127.0.0.1:9/",
  "--fetch-retries=0",
  "--no-update-notifier",
  "--no-audit",
  "--no-fund",
  "--loglevel=error"
];
const npm = (folder: string, ...words: ReadonlyArray<string>) => run("npm", [...words, ...flags], { cwd: folder });

/** The files of a tarball, with their contents. */
const unpack = async (name: string): Promise<ReadonlyMap<string, string>> => {
  const target = join(folder, `${name}-unpacked`);
  await mkdir(target);
  await run("tar", ["-xzf", join(folder, name), "-C", target]);
  const files = await readdir(target, { recursive: true, withFileTypes: true });
  const contents = files
    .filter((file) => file.isFile())
    .map(async ({ name, parentPath }) => {
      const path = join(parentPath, name);
      return [relative(target, path), await readFile(path, "utf8")] as const;
    });
  return new Map((await Promise.all(contents)).sort(([one], [other]) => (one < other ? -1 : 1)));
};

const program = `
import { createClient, publicQuery, version } from "tidemark-sdk";
import { createClient as forServers } from "tidemark-sdk/node";
import { useQuery } from "tidemark-sdk/react";
import { startTestService } from "tidemark-sdk/testing";

const tidemark = await startTestService();
const alice = await tidemark.signIn("alice.test");
const [, ...served] = await Promise.all([
  alice.query("{ viewer { did } }"),
  fetch(tidemark.url + "/sdk.js"),
  fetch(tidemark.url + "/sdk.tgz")
]);
const statuses = served.map(({ status }) => status);
const told = await publicQuery(tidemark.url)("{ viewer { did } }");
const client = createClient({ server: tidemark.url, clientId: "client_app" });
console.log(JSON.stringify([version, statuses, told, client.isAuthenticated(), typeof useQuery, typeof forServers]));
await tidemark.stop();
`;

/** Runs an instance and approves the login whose URL it reads. */
const serviceProgram = `
import { once } from "node:events";
import { startTestService } from "tidemark-sdk/testing";

const tidemark = await startTestService();
const redirectUri = "http://127.0.0.1/";
const app = await tidemark.register({ type: "confidential", redirectUris: [redirectUri] });
console.log(JSON.stringify({ server: tidemark.url, redirectUri, ...app }));
const [line] = await once(process.stdin, "data");
console.log(await tidemark.approve(String(line).trim(), "alice.test"));
`;
/** The server of an app: prints the authorization URL and reads the URL that the user returned to. */
const serverProgram = `
import { once } from "node:events";
import { createClient, memoryStore } from "tidemark-sdk/node";

const store = memoryStore();
const options = JSON.parse(process.argv[2]);
const { clientId, server } = options;
const client = createClient({ ...options, store });
const { state, url } = await client.beginLogin({ handle: "alice.test" });
console.log(url);
const [line] = await once(process.stdin, "data");
const { did } = await client.completeLogin(String(line).trim(), state);
const alice = client.as(did);
const name = ["tidemark", server, clientId, did].join(" ");
await store.set(name, JSON.stringify({ ...JSON.parse(await store.get(name)), renewAt: 0 }), null);
console.log(JSON.stringify([await alice.query("{ viewer { handle } }"), await alice.logout()]));
process.exit();
`;

/** Code of an app that TypeScript must accept, and lines that it must refuse. */
const typed = `
import { type Client, createClient, TidemarkError } from "tidemark-sdk";
import { createClient as forServers, memoryStore } from "tidemark-sdk/node";
import { TidemarkProvider, useMutation, useQuery, useSession } from "tidemark-sdk/react";
import { startTestService, type TestPerson } from "tidemark-sdk/testing";

const client: Client = createClient({ server: "https://records.example", clientId: "client_app" });
export const App = () => {
  const session = useSession();
  const feed = useQuery<{ readonly name: string }>("{ name }");
  const [write, written] = useMutation<{ readonly uri: string }>("mutation { write { uri } }");
  if (feed.status === "failed") return <p onClick={feed.refetch}>{feed.error.reason}</p>;
  if (session.status === "loggedIn") return <p>{session.user.did} {feed.data?.name} {written.status}</p>;
  return <p onClick={() => write({ a: 1 })}>{feed.status === "done" && feed.data.name}</p>;
};
export const whole = <TidemarkProvider client={client}><App /></TidemarkProvider>;
export const inTests = async (): Promise<string> => {
  await using tidemark = await startTestService({ lexicons: "./lexicons" });
  const alice: TestPerson = await tidemark.signIn("alice.test");
  const shown = <TidemarkProvider client={alice}><App /></TidemarkProvider>;
  return alice.did + String(shown);
};
export const server = forServers({ server: "https://records.example", clientId: "a", clientSecret: "b", redirectUri: "c", store: memoryStore() });
export const reasonOf = (error: unknown) => (error instanceof TidemarkError ? error.reason : null);
// @ts-expect-error: a client requires an ID.
createClient({ server: "https://records.example" });
// @ts-expect-error: there is no such status.
export const wrong = () => useSession().status === "unknown";
`;

const configuration = (moduleKinds: object) =>
  JSON.stringify({
    compilerOptions: {
      ...moduleKinds,
      target: "es2022",
      lib: ["es2022", "esnext.disposable", "dom"],
      jsx: "react-jsx",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: []
    },
    include: ["app.tsx"]
  });

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-tarball-"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "an-app", private: true, type: "module" }));
  await npm(join(root, "sdk"), "pack", "--pack-destination", folder);
  const install = (url: string) =>
    Effect.promise(async () => {
      await npm(folder, "install", `${url}/sdk.tgz`);
      await writeFile(join(folder, "sdk.tgz"), await (await fetch(`${url}/sdk.tgz`)).bytes());
    });
  await Effect.runPromise(servedSdk(install));
  // The other dependencies of the app.
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["react", "@types/react", "csstype"]) {
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("is served by an instance with the files that npm pack puts into it", async () => {
  expect(await unpack("sdk.tgz")).toEqual(await unpack(`tidemark-sdk-${version}.tgz`));
});

it("says what is missing when the instance has no test kit", async () => {
  const installed = join(folder, "without/node_modules/tidemark-sdk");
  await cp(join(folder, "node_modules/tidemark-sdk"), installed, { recursive: true });
  await rm(join(installed, "dist/testing.kit.js"));
  const start = `import { startTestService } from "tidemark-sdk/testing"; await startTestService();`;
  await writeFile(join(folder, "without/start.mjs"), start);
  const { stderr } = await run(process.execPath, ["without/start.mjs"], { cwd: folder }).catch(
    (error: { readonly stderr: string }) => error
  );
  expect(stderr).toContain("does not contain the test kit");
});

it("contains the required files and nothing else", async () => {
  const installed = join(folder, "node_modules/tidemark-sdk");
  expect((await readdir(installed)).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  expect((await readdir(join(installed, "dist"))).sort()).toEqual([
    "node.d.ts",
    "node.js",
    "react.d.ts",
    "react.js",
    "sdk",
    "sdk.d.ts",
    "sdk.global.js",
    "sdk.js",
    "testing.d.ts",
    "testing.js",
    "testing.kit.js",
    "testing.licenses.txt"
  ]);
});

it("is installed without dependencies, and every entry runs", async () => {
  await writeFile(join(folder, "program.js"), program);
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual([version, [200, 200], { viewer: null }, false, "function", "function"]);
});

it("says in one line which Node.js the test kit requires, before it loads code that an older one cannot run", async () => {
  const start = `import { startTestService } from "tidemark-sdk/testing"; await startTestService();`;
  const versions = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.9.0" } });`;
  await writeFile(join(folder, "start.js"), start);
  const preload = `data:text/javascript,${encodeURIComponent(versions)}`;
  const { stderr } = await run(process.execPath, ["--import", preload, "start.js"], { cwd: folder }).catch(
    (error: { readonly stderr: string }) => error
  );
  expect(stderr.split("\n").filter((line) => line.includes("22.10"))).toHaveLength(1);
  expect(stderr).toContain(
    "Error: tidemark-sdk/testing requires Node 22.10 or later, but this is Node 22.9.0. Run the tests with a later version"
  );
  expect(stderr.length).toBeLessThan(1500);
});

const oldNode = (process.env.PATH ?? "")
  .split(delimiter)
  .map((path) => join(path, "node"))
  .find((path) => {
    const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    return /^v2[01]\./.test(stdout ?? "");
  });

it.skipIf(oldNode === undefined)("runs on Node.js 20: a login, a query, a refresh, a logout", async () => {
  await writeFile(join(folder, "service.js"), serviceProgram);
  await writeFile(join(folder, "server.js"), serverProgram);
  const service = spawn(process.execPath, ["service.js"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const saidBy = (process: ChildProcessByStdio<Writable, Readable, null>) => {
    const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    return async (): Promise<string> => (await lines.next()).value ?? "";
  };
  try {
    const next = saidBy(service);
    const server = spawn(oldNode ?? "", ["server.js", await next()], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"]
    });
    const answer = saidBy(server);
    service.stdin.write(`${await answer()}\n`);
    server.stdin.end(`${await next()}\n`);
    expect(JSON.parse(await answer())).toEqual([{ viewer: { handle: "alice.test" } }, { revoked: true }]);
  } finally {
    service.kill();
  }
});

it("runs the example in the documentation unchanged", async () => {
  const page = await readFile(join(root, "docs/apps.md"), "utf8");
  const example = /^```ts\n(import \{ expect, it \} from "vitest";\n[\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
  await writeFile(join(folder, "example.test.js"), example);
  await cp(join(root, "lexicons"), join(folder, "lexicons"), { recursive: true });
  await symlink(join(root, "node_modules/vitest"), join(folder, "node_modules/vitest"), "junction");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { stdout } = await run(process.execPath, [vitest, "run", "--root", folder, "--reporter=json"], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
}, 60_000);

it.each([
  ["nodenext", { module: "nodenext", moduleResolution: "nodenext" }],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }]
])("brings types that hold without skipLibCheck, resolved as %s", async (name, kinds) => {
  await writeFile(join(folder, "app.tsx"), typed);
  await writeFile(join(folder, `tsconfig.${name}.json`), configuration(kinds));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", `tsconfig.${name}.json`], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error
  );
  expect(stdout).toBe("");
});
