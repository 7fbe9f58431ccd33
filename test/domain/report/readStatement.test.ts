import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { readStatement } from "../../../src/domain/report/readStatement.ts";
import { strongRefsOf } from "../../../src/domain/report/strongRefsOf.ts";
import { readSubject, subjectDid, subjectUri } from "../../../src/domain/report/subjectUri.ts";

const refusalOf = (text: string) => Either.getLeft(readStatement(text)).pipe(Option.map(({ reason }) => reason));

describe("the statement of a report", () => {
  it("is what was written without white space around it, and null for nothing", () => {
    assert.deepStrictEqual(readStatement("  They sell pills.\n"), Either.right("They sell pills."));
    assert.deepStrictEqual(readStatement(" \n"), Either.right(null));
    assert.deepStrictEqual(readStatement(null), Either.right(null));
  });

  it("has up to 2,000 graphemes, however many code points each has", () => {
    const family = "👨‍👩‍👧‍👦";
    assert.isTrue(Either.isRight(readStatement("é".normalize("NFD").repeat(2_000))));
    assert.deepStrictEqual(refusalOf("a".repeat(2_001)), Option.some("statement-too-long"));
    assert.isTrue(Either.isRight(readStatement(family.repeat(1_500))));
    assert.deepStrictEqual(refusalOf(family.repeat(2_001)), Option.some("statement-too-long"));
  });

  it("has no character that the database cannot hold", () => {
    assert.deepStrictEqual(refusalOf("a\u0000b"), Option.some("statement-unstorable"));
    assert.deepStrictEqual(refusalOf("a\ud800b"), Option.some("statement-unstorable"));
  });
});

describe("the subject of a report", () => {
  it.each(["did:plc:alice", "did:web:example.com", "at://did:plc:alice/app.example.note/3k2a"])("can be %s", (text) => {
    const subject = Option.getOrThrow(readSubject(text));
    assert.strictEqual(subjectUri(subject), text);
    assert.include(text, subjectDid(subject));
  });

  it.each([
    "",
    "alice.example.com",
    "at://alice.example.com/app.example.note/3k2a",
    "at://did:plc:alice",
    "at://did:plc:alice/app.example.note",
    "https://example.com"
  ])("cannot be %j", (text) => {
    assert.isTrue(Option.isNone(readSubject(text)));
  });
});

describe("the strong references of a record", () => {
  const [parent, root] = ["at://did:plc:bob/app.example.note/1", "at://did:plc:bob/app.example.note/2"];

  it("are found with their paths, each record once", () => {
    const value = {
      text: "…",
      reply: { parent: { uri: parent, cid: "a" }, root: { uri: root, cid: "b" } },
      embed: [{ record: { uri: parent, cid: "a" } }, { uri: "https://example.com", cid: "c" }, { uri: root }]
    };
    assert.deepStrictEqual(
      strongRefsOf(value, 5).map(({ path, uri }) => [path, uri]),
      [
        ["reply.parent", parent],
        ["reply.root", root]
      ]
    );
    assert.lengthOf(strongRefsOf(value, 1), 1);
  });
});
