import { createHash } from "node:crypto";
import { assert, it } from "@effect/vitest";
import { checkDocuments } from "../../../../src/adapters/graphql/persisted/checkDocuments.ts";
import { readPersisted } from "../../../../src/adapters/graphql/persisted/readPersisted.ts";
import { defaultLimits } from "../../../../src/adapters/graphql/plan/Limits.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";

const hash = (text: string, algorithm = "sha256"): string => createHash(algorithm).update(text).digest("hex");

const one = "query One { xyzStatusphereStatus { totalCount } }";
const two = "query Two { viewer { did } }";

const read = (file: string, content: unknown) =>
  readPersisted([{ file, text: typeof content === "string" ? content : JSON.stringify(content) }]);

const faults = (file: string, content: unknown): ReadonlyArray<string> =>
  read(file, content).faults.map(({ name, reason }) => `${name}: ${reason}`);

it("reads manifests of GraphQL Code Generator, Relay and Apollo, and plain documents", () => {
  const byHash = read("a.json", { [hash(one)]: one, [hash(two).toUpperCase()]: two });
  assert.deepStrictEqual(byHash.faults, []);
  assert.deepStrictEqual(
    byHash.documents.map(({ text }) => text),
    [one, two]
  );
  const operations = [{ id: hash(one), body: one, name: "One", type: "query" }];
  const apollo = read("b.json", { format: "apollo-persisted-query-manifest", version: 1, operations });
  assert.deepStrictEqual(
    apollo.documents.map(({ text }) => text),
    [one]
  );
  assert.deepStrictEqual(read("c.graphql", `${one}\n`).documents, [{ name: "c.graphql", text: `${one}\n` }]);
});

it("reports every key that is not the SHA-256 hash of its document", () => {
  const told = faults("a.json", { [hash(one)]: one, [hash(two, "md5")]: two, [hash(two)]: one });
  assert.deepStrictEqual(told, [
    `a.json, ${hash(two, "md5")}: is not the SHA-256 of its document, which is ${hash(two)}`,
    `a.json, ${hash(two)}: is not the SHA-256 of its document, which is ${hash(one)}`
  ]);
});

it("refuses anything that is not a manifest", () => {
  for (const content of ["{", "[]", "null", '"x"', { a: 1 }, { format: "other", operations: [] }, { a: { b: "c" } }]) {
    const [first, ...more] = faults("a.json", content);
    assert.match(first ?? "", /^a.json: is no manifest/);
    assert.lengthOf(more, 0);
  }
});

it("reports all faults of the documents together, with their locations", () => {
  const documents = [
    { name: "good", text: one },
    { name: "syntax", text: "{ xyzStatusphereStatus" },
    { name: "field", text: "{ nothing }" },
    { name: "deep", text: `{ ${"a { ".repeat(20)} b ${"} ".repeat(20)} }` },
    { name: "fragment", text: "fragment F on XyzStatusphereStatus { uri }" }
  ];
  const told = checkDocuments(startingLexicons, documents, defaultLimits);
  assert.sameMembers(
    told.map(({ name }) => name),
    ["syntax", "field", "deep", "fragment"]
  );
  assert.match(told.find(({ name }) => name === "field")?.reason ?? "", /"nothing".*\(line 1, column 3\)$/);
  assert.match(told.find(({ name }) => name === "deep")?.reason ?? "", /at most 15/);
});
