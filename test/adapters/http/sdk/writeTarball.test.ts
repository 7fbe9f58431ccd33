import { spawnSync } from "node:child_process";
import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { writeTarball } from "../../../../src/adapters/http/sdk/writeTarball.ts";

const file = fc.record({
  path: fc.stringMatching(/^[a-z][a-z0-9.]{0,20}$/),
  content: fc.uint8Array({ maxLength: 2_000 })
});
const files = fc.uniqueArray(file, { minLength: 1, maxLength: 5, selector: ({ path }) => path });

it("writes what tar reads, in the order of the paths", () => {
  fc.assert(
    fc.property(files, (given) => {
      const { stdout } = spawnSync("tar", ["-tf", "-"], { input: writeTarball(given), encoding: "utf8" });
      assert.deepStrictEqual(stdout.trim().split("\n"), given.map(({ path }) => `package/${path}`).sort());
      const [{ content, path } = { content: new Uint8Array(), path: "" }] = given;
      const read = spawnSync("tar", ["-xOf", "-", `package/${path}`], { input: writeTarball(given) });
      assert.deepStrictEqual(new Uint8Array(read.stdout), content);
    }),
    { numRuns: 20 }
  );
});

it("gives the same bytes for the same files in any order", () => {
  fc.assert(
    fc.property(files, (given) => {
      assert.deepStrictEqual(writeTarball(given.toReversed()), writeTarball(given));
    })
  );
});
