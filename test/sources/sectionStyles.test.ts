import { readdir, readFile } from "node:fs/promises";
import { assert, it } from "@effect/vitest";

const sources = new URL("../../ui/src/", import.meta.url);

/** A selector that begins with an element, outside of any class. */
const bare = /^[a-z][a-z0-9]*(?=[ ,{:[>])/;

/** The style of a section stays in force after its page was left, so it must not name elements of other pages. */
it("has no style of a section that changes elements of other pages", async () => {
  const names = (await readdir(sources, { recursive: true })).filter((name) =>
    /^(?:sections|palette)\/.*\.css$/.test(name)
  );
  const found: Array<string> = [];
  for (const name of names) {
    const lines = (await readFile(new URL(name, sources), "utf8")).split("\n");
    found.push(...lines.filter((line) => bare.test(line)).map((line) => `${name}: ${line}`));
  }
  assert.isAtLeast(names.length, 8);
  assert.deepStrictEqual(found, []);
});
