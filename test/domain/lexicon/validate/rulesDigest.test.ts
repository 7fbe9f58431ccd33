import { assert, describe, it } from "@effect/vitest";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { emptyLexiconSet, type LexiconSet } from "../../../../src/domain/lexicon/model/LexiconSet.ts";
import { rulesDigest } from "../../../../src/domain/lexicon/validate/rulesDigest.ts";

const note = Nsid.make("dev.example.note");

const documentsOf = (deepest: object, other: object): LexiconSet => ({
  ...emptyLexiconSet,
  documents: [
    { id: "dev.example.deep", defs: { main: deepest } },
    { id: note, defs: { main: { record: { properties: { part: { type: "ref", ref: "dev.example.part#one" } } } } } },
    { id: "dev.example.other", defs: { main: other } },
    { id: "dev.example.part", defs: { one: { type: "union", refs: ["#two", "lex:dev.example.deep"] }, two: {} } }
  ]
});

const before = rulesDigest(documentsOf({ type: "string" }, {}), note);

describe("the digest of the rules of a collection", () => {
  it("changes with a document that it refers to over others", () => {
    assert.notStrictEqual(rulesDigest(documentsOf({ type: "integer" }, {}), note), before);
  });

  it("does not change with any other document", () => {
    assert.strictEqual(rulesDigest(documentsOf({ type: "string" }, { type: "record" }), note), before);
  });
});
