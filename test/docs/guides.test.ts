import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { assert, it, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { afterAll, beforeAll, describe } from "vitest";
import { startTestService } from "../../sdk/testing/startTestService.ts";
import type { TestPerson, TestService } from "../../sdk/testing/TestService.ts";
import * as Demo from "../browser/Demo.ts";
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

it("the test of the guide about tests passes", async () => {
  const files = (await codeBlocks()).filter(
    ({ attributes, page }) => page === "docs/guides/test-an-app.md" && attributes.has("file")
  );
  const target = await folder();
  for (const { attributes, code } of files) {
    const path = join(target, attributes.get("file") ?? "");
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
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
