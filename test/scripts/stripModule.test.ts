import { assert, it } from "@effect/vitest";
import { isStripped, packagedPath } from "../../scripts/package/packagedFiles.ts";
import { stripModule } from "../../scripts/package/stripModule.ts";

const files = new Set(["src/main/run.ts", "src/domain/Did.ts", "src/main/worker.ts", "examples/app/src/main.ts"]);
const strip = (code: string) => stripModule("src/main/run.ts", code, (path) => files.has(path));

it("removes types, and keeps lines and columns", () => {
  assert.strictEqual(strip("const one: number = 1;\nexport {};"), "const one         = 1;\nexport {};");
});

it.each([
  ['import { Did } from "../domain/Did.ts";', 'import { Did } from "../domain/Did.js";'],
  ['await import("./worker.ts");', 'await import("./worker.js");'],
  ['new URL("./worker.ts", import.meta.url);', 'new URL("./worker.js", import.meta.url);'],
  ['new URL("worker.ts", import.meta.url);', 'new URL("worker.js", import.meta.url);'],
  ['write("../../examples/app/src/main.ts");', 'write("../../examples/app/src/main.ts");'],
  ['say("documents.ts");', 'say("documents.ts");']
])("%s becomes %s", (code, expected) => {
  assert.strictEqual(strip(code), expected);
});

it("leaves alone what an app is created from", () => {
  assert.isFalse(isStripped("examples/app/src/main.ts"));
  assert.strictEqual(packagedPath("examples/app/src/main.ts"), "examples/app/src/main.ts");
  assert.strictEqual(packagedPath("src/domain/Did.ts"), "src/domain/Did.js");
});
