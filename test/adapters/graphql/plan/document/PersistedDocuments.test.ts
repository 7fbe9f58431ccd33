import { createHash } from "node:crypto";
import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { PersistedDocuments } from "../../../../../src/adapters/graphql/plan/document/PersistedDocuments.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const find = (documents: PersistedDocuments, query: string, hash: string | null) =>
  Either.match(documents.find({ query, hash }), {
    onLeft: ({ extensions, message }) => [extensions.code, message],
    onRight: (document) => document
  });

describe("persisted documents", () => {
  const query = "{ __typename # ü\n}";

  it("are found by their hash once they were sent with it", () => {
    const documents = new PersistedDocuments({ documents: [], only: false, documentBytes: 100_000 });
    const unknown = ["PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound"];
    assert.deepStrictEqual(find(documents, "", hashOf(query)), unknown);
    assert.strictEqual(find(documents, query, null), query);
    assert.deepStrictEqual(find(documents, "", hashOf(query)), unknown);
    assert.strictEqual(find(documents, query, hashOf(query)), query);
    assert.strictEqual(find(documents, "", hashOf(query)), query);
  });

  it("are not stored under another hash", () => {
    const documents = new PersistedDocuments({ documents: [], only: false, documentBytes: 100_000 });
    assert.deepStrictEqual(find(documents, query, hashOf("other")), [
      "BAD_USER_INPUT",
      "sha256Hash must be the SHA-256 of query."
    ]);
    assert.deepInclude(find(documents, "", hashOf("other")), "PERSISTED_QUERY_NOT_FOUND");
  });

  it("are limited in number and size", () => {
    const documents = new PersistedDocuments({ documents: [], only: false, documentBytes: 100_000 });
    const large = (at: number) => `{ a${at}: __typename } # ${"x".repeat(90_000)}`;
    for (let at = 0; at < 100; at += 1) find(documents, large(at), hashOf(large(at)));
    assert.deepInclude(find(documents, "", hashOf(large(0))), "PERSISTED_QUERY_NOT_FOUND");
    assert.strictEqual(find(documents, "", hashOf(large(99))), large(99));
    const huge = "x".repeat(100_001);
    assert.strictEqual(find(documents, huge, hashOf(huge)), huge);
    assert.deepInclude(find(documents, "", hashOf(huge)), "PERSISTED_QUERY_NOT_FOUND");
  });

  it("of the operator are known from the start, and can be the only ones accepted", () => {
    const open = new PersistedDocuments({ documents: [query], only: false, documentBytes: 100_000 });
    assert.strictEqual(find(open, "", hashOf(query)), query);
    const closed = new PersistedDocuments({ documents: [query], only: true, documentBytes: 100_000 });
    assert.strictEqual(find(closed, "", hashOf(query)), query);
    assert.strictEqual(find(closed, query, null), query);
    assert.strictEqual(find(closed, query, hashOf(query)), query);
    for (const [text, hash] of [
      ["{ other }", null],
      ["{ other }", hashOf("{ other }")],
      ["", hashOf("{ other }")],
      ["{ other }", hashOf(query)],
      ["", null]
    ] as const) {
      assert.deepInclude(find(closed, text, hash), "PERSISTED_QUERY_REQUIRED");
    }
  });
});
