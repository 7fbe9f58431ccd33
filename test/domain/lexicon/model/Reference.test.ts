import { assert, describe, it } from "@effect/vitest";
import type { PropertyType } from "../../../../src/domain/lexicon/model/Collection.ts";
import { pathText, referencedRecords, referencesOf } from "../../../../src/domain/lexicon/model/Reference.ts";
import { lexiconsOfDocuments } from "../lexiconsOf.ts";

const strongRef = {
  lexicon: 1,
  id: "com.atproto.repo.strongRef",
  defs: { main: { type: "object", properties: { uri: { type: "string", format: "at-uri" } } } }
};

const ref = (name: string) => ({ type: "ref", ref: name });
const uri = { type: "string", format: "at-uri" };
const did = { type: "string", format: "did" };
const strong = ref("com.atproto.repo.strongRef");

const referencesIn = (properties: object, defs: object = {}) => {
  const main = { type: "record", key: "tid", record: { type: "object", properties } };
  const { collections, objects } = lexiconsOfDocuments(strongRef, { lexicon: 1, id: "a.b.c", defs: { main, ...defs } });
  return collections.flatMap((collection) =>
    referencesOf(collection, objects).map(({ path, target }) => `${pathText(path)} ${target}`)
  );
};

describe("the references of a collection", () => {
  it("are its at-uris, strong references and DIDs", () => {
    assert.deepStrictEqual(referencesIn({ a: uri, b: did, c: strong, d: { type: "string" }, e: { type: "blob" } }), [
      "a uri",
      "b did",
      "c uri"
    ]);
  });

  it("include those in objects and lists, but not in unions", () => {
    const object = { type: "object", properties: { parent: strong, by: did } };
    const defs = { inner: object };
    const properties = {
      reply: object,
      again: ref("#inner"),
      list: { type: "array", items: uri },
      either: { type: "union", refs: ["#inner"] }
    };
    assert.deepStrictEqual(referencesIn(properties, defs), [
      "reply.parent uri",
      "reply.by did",
      "again.parent uri",
      "again.by did",
      "list[] uri"
    ]);
  });

  it("include those to records in objects in lists, in lists in objects and in lists of lists", () => {
    const array = (items: object) => ({ type: "array", items });
    const defs = { entry: { type: "object", properties: { subject: strong, by: did } } };
    const properties = {
      subjects: array(strong),
      dids: array(did),
      entries: array(ref("#entry")),
      reply: { type: "object", properties: { others: array(uri) } }
    };
    assert.deepStrictEqual(referencesIn(properties, defs), [
      "subjects[] uri",
      "entries[].subject uri",
      "reply.others[] uri"
    ]);
  });

  it("end at recursive objects, and at a depth of three members", () => {
    const self = { type: "object", properties: { at: uri, next: ref("#other") } };
    const other = { type: "object", properties: { at: uri, back: ref("#self"), deep: ref("#deep") } };
    const deep = { type: "object", properties: { at: uri } };
    assert.deepStrictEqual(referencesIn({ start: ref("#self") }, { self, other, deep }), [
      "start.at uri",
      "start.next.at uri"
    ]);
  });
});

describe("the records behind a property", () => {
  const scalar = (format: string | null): PropertyType => ({ _tag: "Scalar", type: "string", format, knownValues: [] });
  const list = (item: PropertyType): PropertyType => ({ _tag: "List", item });

  it.each<[PropertyType, "one" | "many" | null]>([
    [scalar("at-uri"), "one"],
    [scalar("did"), null],
    [scalar(null), null],
    [{ _tag: "Object", id: "com.atproto.repo.strongRef" }, "one"],
    [{ _tag: "Object", id: "a.b.c" }, null],
    [list(scalar("at-uri")), "many"],
    [list({ _tag: "Object", id: "com.atproto.repo.strongRef" }), "many"],
    [list(list(scalar("at-uri"))), null]
  ])("%j", (type, expected) => {
    assert.strictEqual(referencedRecords(type), expected);
  });
});
