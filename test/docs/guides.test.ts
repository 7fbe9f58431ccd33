import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { assert, it, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { afterAll, beforeAll, describe } from "vitest";
import { startTestService } from "../../sdk/testing/startTestService.ts";
import type { TestPerson, TestService } from "../../sdk/testing/TestService.ts";
import * as Demo from "../browser/Demo.ts";
import { freePort } from "../pds/freePort.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { codeBlocks, placeOf } from "./CodeBlock.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

const blocks = (await codeBlocks()).filter(({ attributes }) => attributes.has("run"));
const inLanguage = (language: string) => blocks.filter((block) => block.language === language);

/** A folder that Git ignores, from which the packages of the project resolve. */
const folder = async (): Promise<string> => {
  await mkdir(join(root, ".tsbuild"), { recursive: true });
  const made = await mkdtemp(join(root, ".tsbuild/guides-"));
  folders.push(made);
  return made;
};
const folders: Array<string> = [];
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

describe("the blocks of the guides that are run, in an instance with a user", () => {
  let tidemark: TestService;
  let alice: TestPerson;
  beforeAll(async () => {
    tidemark = await startTestService();
    alice = await tidemark.signIn("alice.test");
    const file = new Blob([new Uint8Array(8)], { type: "image/png" });
    Object.assign(globalThis, { client: Object.assign(alice, { publicQuery: tidemark.publicQuery }), file });
  });
  afterAll(() => tidemark.stop());

  it.each(inLanguage("ts").map((block) => [placeOf(block), block] as const))("%s", async (_, { code, given }) => {
    const path = join(await folder(), "block.ts");
    await writeFile(path, `${given}\n${code}\nexport {};\n`);
    await import(/* @vite-ignore */ pathToFileURL(path).href);
  });

  it.each(inLanguage("graphql").map((block) => [placeOf(block), block] as const))("%s", async (_, { code }) => {
    await alice.query(code, { first: 5 });
  });
});

/** Writes the files of a guide to a folder of their own. */
const filesOf = async (page: string): Promise<string> => {
  const target = await folder();
  for (const { attributes, code } of await codeBlocks().then((all) => all.filter((block) => block.page === page))) {
    const name = attributes.get("file");
    if (name === undefined) continue;
    await mkdir(dirname(join(target, name)), { recursive: true });
    await writeFile(join(target, name), code);
  }
  return target;
};

/** Runs a program of a guide, for a test. */
const programOf = async (page: string, name: string, environment: Readonly<Record<string, string>>) => {
  const cwd = await filesOf(page);
  const child = spawn(process.execPath, [name], { cwd, env: { PATH: process.env.PATH, ...environment } });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  return {
    /** Returns the next line on standard output. */
    line: async (): Promise<string> => {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`${page} ended: ${errors}`);
      return value;
    },
    [Symbol.dispose]: () => {
      child.kill();
    }
  };
};

const urlIn = (line: string): string => line.replace(/^Open /, "");

it("the server of the guide logs a user in, writes, and shows why a login has ended", async () => {
  await using tidemark = await startTestService();
  const { clientId, clientSecret } = await tidemark.register({
    type: "confidential",
    redirectUris: ["http://127.0.0.1/callback"]
  });
  const PORT = `${await freePort()}`;
  const environment = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret ?? "", PORT, TIDEMARK: tidemark.url };
  using program = await programOf("docs/guides/node-login.md", "server.js", environment);
  const origin = urlIn(await program.line()).replace(/\/$/, "");
  const cookies = new Map<string, string>();
  const send = async (url: string, body?: string) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(url, {
      headers,
      redirect: "manual",
      ...(body !== undefined && { method: "POST", body })
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() };
  };
  const { location: atService } = await send(`${origin}/login`, "handle=alice.test");
  assert.strictEqual((await send(await tidemark.approve(atService, "alice.test"))).location, "/");
  assert.include((await send(`${origin}/`)).text, "Hello, alice.test!");
  assert.strictEqual((await send(`${origin}/status`, "")).status, 303);
  assert.deepStrictEqual(await tidemark.publicQuery("{ xyzStatusphereStatus { nodes { status } } }"), {
    xyzStatusphereStatus: { nodes: [{ status: "☕" }] }
  });
  await tidemark.endSessions();
  const ended = await send(`${origin}/status`, "");
  assert.strictEqual(ended.status, 401);
  assert.match(ended.text, /session/);
  assert.include((await send(`${origin}/`)).text, "Log in");
}, 60_000);

it("the native app of the guide logs a user in, queries and refreshes", async () => {
  await using tidemark = await startTestService();
  const { clientId } = await tidemark.register({ redirectUris: ["http://127.0.0.1/callback"] });
  const environment = { CLIENT_ID: clientId, HANDLE: "alice.test", TIDEMARK: tidemark.url };
  using program = await programOf("docs/guides/native-login.md", "login.js", environment);
  await fetch(await tidemark.approve(urlIn(await program.line()), "alice.test"));
  assert.match(await program.line(), /^Logged in as did:/);
  assert.strictEqual(await program.line(), '{"data":{"viewer":{"handle":"alice.test"}}}');
  assert.strictEqual(await program.line(), "Refreshed, valid for 900 seconds");
}, 60_000);

it("the test of the guide about tests passes", async () => {
  const target = await filesOf("docs/guides/test-an-app.md");
  // Otherwise Vitest takes the configuration of the project. Here the SDK is a link out of node_modules, and Vitest would
  // transform it, which takes as long as the time limit of a hook on a busy machine.
  const configuration = "export default { test: { server: { deps: { external: [/sdk\\/dist/] } } } };\n";
  await writeFile(join(target, "vitest.config.ts"), configuration);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const flags = ["run", "--root", target, "--reporter=json"];
  const { stdout } = await run(process.execPath, [vitest, ...flags], { cwd: target });
  const { numFailedTests, numPassedTests } = JSON.parse(stdout);
  assert.deepStrictEqual([numPassedTests, numFailedTests], [2, 0]);
}, 60_000);

/** `npx` looks for the command in the folder where it runs, which is another one here. */
const prelude = `set -e\nnpx() { shift; "${process.execPath}" "${root}bin/tidemark.js" "$@"; }\n`;

layer(Demo.layer, { excludeTestServices: true, timeout: "180 seconds" })(
  "the commands of the guides, with the demo",
  (it) => {
    const pages = [...new Set(inLanguage("sh").map(({ page }) => page))];
    for (const page of pages) {
      it.scoped(
        page,
        () =>
          Effect.gen(function* () {
            const { dataDirectory, service } = yield* Demo.Demo;
            const cwd = yield* temporaryFolder;
            yield* Effect.promise(() => symlink(join(root, "tools"), join(cwd, "tools")));
            for (const block of inLanguage("sh").filter((each) => each.page === page)) {
              const { status, text } = yield* Effect.promise(() =>
                run("bash", ["-c", `${prelude}${block.code}`], {
                  cwd,
                  env: { PATH: process.env.PATH, HOME: cwd, B: service.url, DATA_DIR: join(dataDirectory, "service") }
                }).then(
                  ({ stdout }) => ({ status: "done", text: stdout }),
                  (error: unknown) => ({ status: "failed", text: String(error) })
                )
              );
              assert.strictEqual(status, "done", `${placeOf(block)}: ${text}`);
              assert.notInclude(text, '"errors"', placeOf(block));
            }
          }),
        180_000
      );
    }
  }
);
