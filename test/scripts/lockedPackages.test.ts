import { readFileSync } from "node:fs";
import { assert, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import { packageManifest, shrinkwrap } from "../../scripts/package/packageManifest.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

const Entry = Schema.Struct({
  version: Schema.optional(Schema.String),
  license: Schema.optional(Schema.String),
  integrity: Schema.optional(Schema.String),
  dev: Schema.optional(Schema.Boolean),
  link: Schema.optional(Schema.Boolean),
  hasInstallScript: Schema.optional(Schema.Boolean),
  dependencies: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String }))
});
const Lock = Schema.Struct({ packages: Schema.Record({ key: Schema.String, value: Entry }) });
const packagesOf = (lock: unknown) => Schema.decodeUnknownSync(Lock)(lock).packages;

const locks = ["package-lock.json", "test/pds/package-lock.json"];
const shipped = Object.entries(packagesOf(shrinkwrap(read("package-lock.json")))).filter(([path]) => path !== "");

/** Licenses that let Tidemark be used and passed on under its own. Each part of a choice or combination is looked up. */
const permissive = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"]);

it("every package of the service has a permissive license", () => {
  assert.isAbove(shipped.length, 100);
  const others = shipped.filter(
    ([, { license = "none" }]) =>
      !license
        .replace(/[()]/g, "")
        .split(/ (?:OR|AND) /)
        .every((each) => permissive.has(each))
  );
  assert.deepStrictEqual(others, [], "choose another package, or say in docs/supply-chain.md why this license is fine");
});

it.each(locks)("npm compares the hash of every package of %s", (lock) => {
  const installed = Object.entries(packagesOf(read(lock))).filter(([path]) => path.includes("node_modules/"));
  const unchecked = installed.filter(
    ([, { integrity = "", link }]) => link !== true && !integrity.startsWith("sha512-")
  );
  assert.isAbove(installed.length, 100);
  assert.deepStrictEqual(unchecked, []);
});

it("no package runs an install script", () => {
  const Allowed = Schema.Struct({ allowScripts: Schema.Record({ key: Schema.String, value: Schema.Boolean }) });
  const { allowScripts } = Schema.decodeUnknownSync(Allowed)(read("package.json"));
  const asking = Object.entries(packagesOf(read("package-lock.json"))).filter(([, entry]) => entry.hasInstallScript);
  assert.isAbove(asking.length, 0);
  for (const [path] of asking) assert.isFalse(allowScripts[path.replace(/^.*node_modules\//, "")], path);
});

it("the package of the service pins every package that it needs, and no other", () => {
  const { packages } = shrinkwrap(read("package-lock.json"));
  const names = new Set(shipped.map(([path]) => path.replace(/^.*node_modules\//, "")));
  for (const [path, { dependencies = {} }] of Object.entries(packagesOf({ packages })))
    for (const name of Object.keys(dependencies)) assert.isTrue(names.has(name), `${path} needs ${name}`);
  for (const [path, { dev, link }] of shipped) assert.isTrue(dev !== true && link !== true, path);
  for (const name of ["vitest", "typescript", "tidemark-sdk"]) assert.isFalse(names.has(name), name);
});

it("the manifest of the package has nothing that is of use in a checkout only", () => {
  const manifest = packageManifest(read("package.json"));
  assert.sameMembers(Object.keys(manifest), [
    "name",
    "version",
    "description",
    "license",
    "type",
    "bin",
    "engines",
    "dependencies",
    "optionalDependencies",
    "publishConfig"
  ]);
});
