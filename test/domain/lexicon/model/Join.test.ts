import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { didJoinsOf, referenceJoinsOf } from "../../../../src/domain/lexicon/model/Join.ts";
import { parseLexiconSet } from "../../../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { lexiconsOfDocuments } from "../lexiconsOf.ts";

const uri = { type: "string", format: "at-uri" };

const record = (id: string, properties: object) => ({
  lexicon: 1,
  id,
  defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
});

describe("the joins of a set", () => {
  it("are by author, by reference, and by reference of the viewer", () => {
    const { collections, objects } = lexiconsOfDocuments(
      record("a.b.follow", { subject: { type: "string", format: "did" } }),
      record("a.b.post", { "re-ply": { type: "object", properties: { root: uri } } })
    );
    assert.deepStrictEqual(
      [...didJoinsOf(collections), ...referenceJoinsOf(collections, objects)].map(({ _tag, name }) => [_tag, name]),
      [
        ["DidJoin", "aBFollowByDid"],
        ["DidJoin", "aBPostByDid"],
        ["ViewerJoin", "viewerABFollowViaSubject"],
        ["ReverseJoin", "aBPostViaRe_plyRoot"],
        ["ViewerJoin", "viewerABPostViaRe_plyRoot"]
      ]
    );
  });

  it("through lists come last, and give way to other joins of the same name", () => {
    const list = { type: "array", items: uri };
    const object = (properties: object) => ({ type: "object", properties });
    const { collections, objects } = lexiconsOfDocuments(
      record("a.b.post", {
        replyRoot: list,
        entries: { type: "array", items: object({ at: uri }) },
        entriesAt: list,
        reply: object({ root: uri })
      })
    );
    const joins = referenceJoinsOf(collections, objects);
    assert.deepStrictEqual(
      joins.map((join) => [join.name, join._tag === "DidJoin" ? null : join.reference.path]),
      [
        ["aBPostViaReplyRoot", ["reply", "root"]],
        ["viewerABPostViaReplyRoot", ["reply", "root"]],
        ["aBPostViaEntriesAt", ["entries", 0, "at"]],
        ["viewerABPostViaEntriesAt", ["entries", 0, "at"]]
      ]
    );
  });

  it("of the same name prevent an import, with one fault per name", () => {
    const document = record("a.b.post", {
      replyRoot: uri,
      reply: { type: "object", properties: { root: uri } }
    });
    const parsed = parseLexiconSet([{ file: "post.json", document }]);
    assert.deepStrictEqual(
      Either.match(parsed, { onLeft: (faults) => faults, onRight: () => [] }).map(({ kind, file, reason }) => [
        kind,
        file,
        reason
      ]),
      [
        [
          "name",
          "post.json",
          "replyRoot of a.b.post and reply.root of a.b.post both give the GraphQL name aBPostViaReplyRoot: rename one, or leave one out"
        ]
      ]
    );
  });
});
