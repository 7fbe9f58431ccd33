import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Schema from "effect/Schema";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = (path: string) => readFile(join(root, path), "utf8");

const Versions = Schema.Record({ key: Schema.String, value: Schema.String });
const decodePackage = Schema.decodeUnknownSync(
  Schema.parseJson(
    Schema.Struct({ dependencies: Schema.optional(Versions), devDependencies: Schema.optional(Versions) })
  )
);
const versionsIn = async (path: string) => {
  const { dependencies, devDependencies } = decodePackage(await file(path));
  return { ...dependencies, ...devDependencies };
};

it("the React example passes the type check", async () => {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(root, "examples/statusphere-react");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", project]).catch(
    (error: { readonly stdout: string }) => error
  );
  expect(stdout).toBe("");
}, 60_000);

it("the React example is tested with the versions in its package.json", async () => {
  const { "tidemark-sdk": sdk, ...named } = await versionsIn("examples/statusphere-react/package.json");
  expect(sdk).toBe("file:../../sdk");
  expect(await versionsIn("package.json")).toMatchObject(named);
});

// Each example is copied on its own, so each contains the stylesheet.
it("both examples have the same stylesheet", async () => {
  expect(await file("examples/statusphere-react/src/style.css")).toBe(await file("examples/statusphere/style.css"));
});

it("neither example creates markup from text", async () => {
  const sources = ["examples/statusphere", "examples/statusphere-react/src"].map(async (folder) => {
    const names = (await readdir(join(root, folder))).filter((name) => /\.(js|tsx?)$/.test(name));
    return Promise.all(names.map((name) => file(join(folder, name))));
  });
  const text = (await Promise.all(sources)).flat().join("\n");
  expect(text).toContain("textContent");
  expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|eval\(/);
});
