import { assert, describe, it } from "@effect/vitest";
import { compareFields } from "../../../../src/domain/lexicon/model/compareFields.ts";
import { lexiconsOfDocuments } from "../lexiconsOf.ts";
import { manyDocuments, manyLexicons } from "../manyLexicons.ts";

const record = (id: string, properties: object) => ({
  lexicon: 1,
  id,
  defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
});

const shown = (fields: ReadonlyArray<{ readonly type: string; readonly field: string }>) =>
  fields.map(({ type, field }) => `${type}.${field}`);

describe("the fields of two sets", () => {
  it("are the same for the same set", () => {
    const set = manyLexicons(20);
    assert.deepStrictEqual(compareFields(set, set), { added: [], removed: [], unlisted: [] });
  });

  it("show what a property and a collection add and remove", () => {
    const post = record("a.b.post", { text: { type: "string" } });
    const { added, removed, unlisted } = compareFields(
      lexiconsOfDocuments(post, record("a.b.like", { subject: { type: "string", format: "at-uri" } })),
      lexiconsOfDocuments(record("a.b.post", { title: { type: "string" } }))
    );
    assert.deepStrictEqual(shown(added), ["ABPost.title"]);
    assert.includeMembers(shown(removed), [
      "Query.aBLike",
      "Mutation.createABLike",
      "Joins.aBLikeViaSubject",
      "ABLike.subject",
      "ABPost.text",
      "ABPost.aBLikeViaSubject",
      "ABPost.viewerABLikeViaSubject"
    ]);
    assert.deepStrictEqual(unlisted, []);
  });

  it("show which fields a set beyond the limit no longer lists, none of which is removed", () => {
    const { removed, unlisted } = compareFields(
      manyLexicons(20),
      lexiconsOfDocuments(...manyDocuments(20), ...other(60))
    );
    assert.deepStrictEqual(removed, []);
    assert.include(shown(unlisted), "NetApp0FeedLike.netApp1RepoIssueByDid");
    assert.notInclude(shown(unlisted), "NetApp0FeedLike.netApp0ActorProfileByDid");
  });
});

const other = (collections: number) =>
  Array.from({ length: collections }, (_, place) => record(`org.site${place}.note`, { text: { type: "string" } }));
