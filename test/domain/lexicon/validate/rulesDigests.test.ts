import { assert, describe, it } from "@effect/vitest";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { emptyLexiconSet, type LexiconSet } from "../../../../src/domain/lexicon/model/LexiconSet.ts";
import { rulesDigests } from "../../../../src/domain/lexicon/validate/rulesDigests.ts";

const note = Nsid.make("dev.example.note");

const setOf = (deepest: object, other: object): LexiconSet => ({
  ...emptyLexiconSet,
  collections: [{ nsid: note, description: null, key: { _tag: "Any" }, properties: [] }],
  documents: [
    { id: "dev.example.deep", defs: { main: deepest } },
    { id: note, defs: { main: { record: { properties: { part: { type: "ref", ref: "dev.example.part#one" } } } } } },
    { id: "dev.example.other", defs: { main: other } },
    { id: "dev.example.part", defs: { one: { type: "union", refs: ["#two", "lex:dev.example.deep"] }, two: {} } }
  ]
});

const digestOf = (set: LexiconSet) => rulesDigests(set).get(note);
const before = setOf({ type: "string" }, {});

describe("the digest of the rules of a collection", () => {
  it("changes with a document that it refers to over others", () => {
    assert.notStrictEqual(digestOf(setOf({ type: "integer" }, {})), digestOf(before));
  });

  it("changes when one of them only completes the set", () => {
    assert.notStrictEqual(digestOf({ ...before, completed: ["dev.example.deep"] }), digestOf(before));
  });

  it("does not change with any other document", () => {
    assert.strictEqual(digestOf(setOf({ type: "string" }, { type: "record" })), digestOf(before));
  });
});
