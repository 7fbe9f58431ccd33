import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assert, describe, it } from "@effect/vitest";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));
const lines = (file: string) => readFileSync(new URL(file, new URL("../../", import.meta.url)), "utf8").split("\n");

/** Returns what a stage of the Dockerfile copies from the repository. The final stage has no name. */
const copiedBy = (stage: string | undefined): ReadonlyArray<string> => {
  const paths: Array<string> = [];
  let current: string | undefined;
  for (const line of lines("Dockerfile")) {
    const from = /^FROM \S+(?: AS (\S+))?$/.exec(line);
    if (from !== null) current = from[1];
    const copy = /^COPY (?!--from)(.+) \S+$/.exec(line);
    if (copy !== null && current === stage) paths.push(...(copy[1] ?? "").split(" "));
  }
  return paths;
};

const isWithin = (path: string, folders: ReadonlyArray<string>): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** What .dockerignore lets the builder see. */
const visible = lines(".dockerignore").flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));

/** Returns the files of the repository that a program imports. */
const importsOf = async (...entryPoints: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    metafile: true,
    write: false,
    outdir: "unused",
    logLevel: "silent"
  });
  return Object.keys(metafile.inputs);
};

describe("Dockerfile", () => {
  for (const [program, stage, entryPoints] of [
    ["the bundle of the test kit", "kit", ["sdk/testing/runTestService.ts", "scripts/sdk/bundleTesting.ts"]],
    ["the service and its commands", undefined, ["src/main.ts", "src/cli.ts"]]
  ] as const) {
    it(`copies every file that ${program} imports`, async () => {
      const imported = await importsOf(...entryPoints);
      const copied = copiedBy(stage);
      assert.isAbove(imported.length, 100);
      assert.deepEqual(
        imported.filter((path) => !isWithin(path, copied) || !isWithin(path, visible)),
        []
      );
    });
  }
});
