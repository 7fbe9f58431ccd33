import { readFileSync } from "node:fs";
import { assert, it } from "@effect/vitest";
import { checkpointCollection } from "../../../src/adapters/anchor/repositoryAnchor.ts";

it("has a Lexicon of its collection, with the members of its records", () => {
  const path = new URL(`../../../docs/lexicons/${checkpointCollection}.json`, import.meta.url);
  const { defs, id } = JSON.parse(readFileSync(path, "utf8"));
  assert.strictEqual(id, checkpointCollection);
  const { properties, required } = defs.main.record;
  assert.deepStrictEqual(Object.keys(properties), ["origin", "size", "checkpoint", "createdAt"]);
  assert.deepStrictEqual(required, Object.keys(properties));
});
