import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import type { LexiconFault } from "../../../../src/domain/lexicon/parse/LexiconFault.ts";
import { parseLexiconSet } from "../../../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { lexiconsOf, lexiconsOfDocuments } from "../lexiconsOf.ts";
import { readLexiconFolder } from "../readLexiconFolder.ts";
import { startingLexicons } from "../startingLexicons.ts";
import { vectorsFolder } from "../vectorsFolder.ts";

const document = (id: string, defs: object) => ({ lexicon: 1, id, defs });

const record = (properties: object, key = "tid") => ({ type: "record", key, record: { type: "object", properties } });

const faultsOf = (...documents: ReadonlyArray<unknown>): ReadonlyArray<LexiconFault> =>
  Either.match(parseLexiconSet(documents.map((each, place) => ({ file: `${place}.json`, document: each }))), {
    onLeft: (faults) => faults,
    onRight: () => []
  });

const brief = (faults: ReadonlyArray<LexiconFault>) => faults.map(({ kind, file, path }) => [kind, file, path]);

describe("the starting Lexicons", () => {
  it("are a closed set of three collections", () => {
    assert.deepStrictEqual<unknown>(
      startingLexicons.collections.map(({ nsid, key }) => [nsid, key]),
      [
        ["app.bsky.actor.profile", { _tag: "Literal", value: "self" }],
        ["app.neutral.actor.profile", { _tag: "Literal", value: "self" }],
        ["xyz.statusphere.status", { _tag: "Tid" }]
      ]
    );
    assert.deepStrictEqual(
      [...startingLexicons.objects.keys()],
      ["com.atproto.label.defs#selfLabel", "com.atproto.label.defs#selfLabels", "com.atproto.repo.strongRef"]
    );
  });

  it("name the properties of a status in the order of the document", () => {
    const status = startingLexicons.collections.find(({ nsid }) => String(nsid) === "xyz.statusphere.status");
    assert.deepStrictEqual(status?.properties, [
      {
        name: "status",
        description: "The emoji.",
        required: true,
        nullable: false,
        type: { _tag: "Scalar", type: "string", format: null, knownValues: [] }
      },
      {
        name: "createdAt",
        description: null,
        required: true,
        nullable: false,
        type: { _tag: "Scalar", type: "instant", format: "datetime", knownValues: [] }
      }
    ]);
  });
});

describe("a property's type", () => {
  const typeOf = (schema: object, ...more: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
    lexiconsOfDocuments(document("a.b.c", { main: record({ p: schema }) }), ...more).collections.find(
      ({ nsid }) => String(nsid) === "a.b.c"
    )?.properties[0]?.type;

  const scalar = (type: string, format: string | null = null, knownValues: ReadonlyArray<string> = []) => ({
    _tag: "Scalar",
    type,
    format,
    knownValues
  });
  const other = document("a.b.defs", {
    text: { type: "string", knownValues: ["x"] },
    token: { type: "token" },
    list: { type: "array", items: { type: "ref", ref: "#thing" } },
    thing: { type: "object", properties: { again: { type: "ref", ref: "#thing" } } },
    other: { type: "object", properties: {} }
  });

  it.each([
    [{ type: "string", format: "at-uri" }, scalar("string", "at-uri")],
    [{ type: "string", enum: ["a", "b"] }, scalar("string", null, ["a", "b"])],
    [{ type: "integer", maximum: 2147483647 }, scalar("integer")],
    [
      { type: "integer", maximum: 2147483648 },
      { ...scalar("integer"), wide: true }
    ],
    [{ type: "boolean" }, scalar("boolean")],
    [{ type: "bytes" }, { _tag: "Bytes" }],
    [{ type: "cid-link" }, { _tag: "CidLink" }],
    [{ type: "unknown" }, { _tag: "Unknown" }],
    [{ type: "object", properties: {} }, { _tag: "Unknown" }],
    [
      { type: "object", properties: { x: { type: "string" } } },
      { _tag: "Object", id: "a.b.c#main.p" }
    ],
    [
      { type: "blob", accept: ["image/*"] },
      { _tag: "Blob", accept: ["image/*"], maxSize: null }
    ],
    [{ type: "ref", ref: "a.b.defs#text" }, scalar("string", null, ["x"])],
    [{ type: "ref", ref: "a.b.defs#token" }, scalar("string", null, ["a.b.defs#token"])],
    [
      { type: "ref", ref: "a.b.defs#list" },
      { _tag: "List", item: { _tag: "Object", id: "a.b.defs#thing" } }
    ],
    [
      { type: "ref", ref: "lex:a.b.c#main" },
      { _tag: "Object", id: "a.b.c" }
    ],
    [
      { type: "union", refs: ["a.b.defs#thing", "a.b.defs#other"], closed: true },
      { _tag: "Union", id: "a.b.c#main.p", variants: ["a.b.defs#thing", "a.b.defs#other"], closed: true }
    ]
  ])("%j", (schema, expected) => {
    assert.deepStrictEqual<unknown>(typeOf(schema, other), expected);
  });
});

describe("a fault", () => {
  it.each<[string, ReadonlyArray<unknown>, ReadonlyArray<ReadonlyArray<string>>]>([
    ["no object", [17], [["document", "0.json", ""]]],
    ["another Lexicon version", [{ lexicon: 2, id: "a.b.c", defs: {} }], [["document", "0.json", "lexicon"]]],
    ["an id that is no NSID", [document("one-two", {})], [["document", "0.json", "id"]]],
    ["a record that is not main", [document("a.b.c", { other: record({}) })], [["document", "0.json", ""]]],
    [
      "an unknown type, in an inline object too",
      [document("a.b.c", { main: record({ p: { type: "object", properties: { x: { type: "float" } } } }) })],
      [["document", "0.json", "defs.main.record.properties.p.properties.x.type"]]
    ],
    ["two documents with one id", [document("a.b.c", {}), document("a.b.c", {})], [["duplicate", "1.json", "id"]]],
    [
      "no key",
      [document("a.b.c", { main: { type: "record", record: { type: "object", properties: {} } } })],
      [["key", "0.json", "defs.main.key"]]
    ],
    ["another key", [document("a.b.c", { main: record({}, "uuid") })], [["key", "0.json", "defs.main.key"]]],
    [
      "an empty literal key",
      [document("a.b.c", { main: record({}, "literal:") })],
      [["key", "0.json", "defs.main.key"]]
    ],
    [
      "lists of nothing but lists",
      [
        document("a.b.c", {
          main: record({ p: { type: "ref", ref: "#into" } }),
          one: { type: "array", items: { type: "ref", ref: "#two" } },
          two: { type: "array", items: { type: "ref", ref: "#one" } },
          into: { type: "array", items: { type: "ref", ref: "#one" } }
        })
      ],
      [
        ["recursion", "0.json", "defs.one.items"],
        ["recursion", "0.json", "defs.two.items"]
      ]
    ],
    [
      "two definitions with one type name",
      [
        document("a.b.c", {
          main: record({ p: { type: "ref", ref: "a.b.c#d" }, q: { type: "ref", ref: "a.b.c.d" } }),
          d: { type: "object", properties: {} }
        }),
        document("a.b.c.d", { main: { type: "object", properties: {} } })
      ],
      [["name", "1.json", "defs.main"]]
    ],
    [
      "a name the record type beside it needs",
      [document("a.b.c", { main: record({}) }), document("a.b.cEdge", { main: record({}) })],
      [["name", "1.json", "defs.main"]]
    ],
    [
      "a union with the name of an object",
      [
        document("a.b.c", {
          main: record({ d: { type: "union", refs: ["#d"] } }),
          d: { type: "object", properties: {} }
        })
      ],
      [["name", "0.json", "defs.main"]]
    ],
    [
      "a name of the interface",
      [document("blob.upload.response", { main: record({}) })],
      [["name", "0.json", "defs.main"]]
    ],
    [
      "two properties with one name",
      [document("a.b.c", { main: record({ "x-y": { type: "string" }, x_y: { type: "string" } }) })],
      [["name", "0.json", "defs.main"]]
    ],
    [
      "a property that every JavaScript object has",
      [
        document("a.b.c", {
          main: record({ constructor: { type: "string" }, x: { type: "ref", ref: "#x" } }),
          x: { type: "object", properties: { ["__proto__"]: { type: "string" } } }
        })
      ],
      [
        ["name", "0.json", "defs.main"],
        ["name", "0.json", "defs.x"]
      ]
    ]
  ])("%s", (_, documents, expected) => {
    assert.deepStrictEqual<unknown>(brief(faultsOf(...documents)), expected);
  });

  it("names both sides of a collision", () => {
    const [fault] = faultsOf(document("a.b.c", { main: record({}) }), document("a.b.cEdge", { main: record({}) }));
    assert.include(fault?.reason, "a.b.c and a.b.cEdge both give the GraphQL name ABCEdge");
  });

  it("in a definition that a record reaches rejects the set", () => {
    const faults = faultsOf(
      document("a.b.c", { main: record({ p: { type: "ref", ref: "a.b.d#x" } }) }),
      document("a.b.d", { x: { type: "object", properties: { y: { type: "nothing" } } } })
    );
    assert.deepStrictEqual(brief(faults), [["document", "1.json", "defs.x.properties.y.type"]]);
  });

  it("is reported for every file at once", () => {
    const faults = faultsOf(
      17,
      document("a.b.c", { main: record({}, "uuid") }),
      document("a.b.d", { main: record({}, "") })
    );
    assert.deepStrictEqual(
      faults.map(({ file }) => file),
      ["0.json", "1.json", "2.json"]
    );
  });

  it("is reported for a document that is nested too deep", () => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 5000; level += 1) deep = { type: "object", properties: { p: deep } };
    assert.deepStrictEqual(brief(faultsOf(document("a.b.c", { main: deep }))), [["document", "0.json", ""]]);
  });
});

describe("a set", () => {
  const one = document("a.b.one", { main: record({ p: { type: "string" } }) });
  const two = document("a.b.two", { main: record({ p: { type: "ref", ref: "a.b.one" } }) });

  it("has the digest of its documents, regardless of the order of files and members", () => {
    const reordered = Object.fromEntries(Object.entries(one).reverse());
    assert.strictEqual(lexiconsOfDocuments(one, two).digest, lexiconsOfDocuments(two, reordered).digest);
    assert.notStrictEqual(lexiconsOfDocuments(one, two).digest, lexiconsOfDocuments(one).digest);
    assert.match(lexiconsOfDocuments(one).digest, /^[A-Za-z0-9_-]{43}$/);
  });

  it("returns its documents unchanged", () => {
    assert.deepStrictEqual(lexiconsOfDocuments(two, one).documents, [one, two]);
  });

  it("can be empty", () => {
    assert.deepStrictEqual(lexiconsOf([]).collections, []);
  });

  it("accepts recursive objects", () => {
    const tree = document("a.b.tree", {
      main: record({ root: { type: "ref", ref: "#node" } }),
      node: { type: "object", properties: { children: { type: "array", items: { type: "ref", ref: "#node" } } } }
    });
    assert.deepStrictEqual([...lexiconsOfDocuments(tree).objects.keys()], ["a.b.tree#node"]);
  });
});

const published = vectorsFolder("atproto-lexicons/lexicons", "the published Lexicons");

describe.skipIf(published === null)("the published Lexicons", () => {
  it("are a set of 26 collections", () => {
    const set = lexiconsOf(readLexiconFolder(published ?? ""));
    assert.strictEqual(set.collections.length, 26);
    assert.isTrue(set.objects.has("app.bsky.feed.post#replyRef"));
  });
});

const interop = vectorsFolder("atproto-interop/lexicon", "the interoperability tests of Lexicon documents");

describe.skipIf(interop === null)("the interoperability tests", () => {
  const cases = (name: string): ReadonlyArray<{ readonly lexicon: unknown }> =>
    readLexiconFolder(interop ?? "").flatMap(({ file, document: list }) =>
      file === name && Array.isArray(list) ? list : []
    );

  it("accept what is valid", () => {
    const valid = cases("lexicon-valid.json");
    assert.isAbove(valid.length, 0);
    for (const { lexicon } of valid) assert.deepStrictEqual(faultsOf(lexicon), []);
  });

  it("reject what is invalid, or leave it out with a notice", () => {
    const invalid = cases("lexicon-invalid.json");
    assert.isAbove(invalid.length, 0);
    for (const { lexicon } of invalid) {
      const { notices } = Either.getOrElse(parseLexiconSet([{ file: "", document: lexicon }]), () => ({
        notices: [""]
      }));
      assert.isNotEmpty(notices, JSON.stringify(lexicon));
    }
  });
});

it("a file that cannot be read is reported", () => {
  const faults = Either.match(parseLexiconSet([{ file: "shared.json", reason: "is not JSON" }]), {
    onLeft: (all) => all.map(({ file, reason }) => `${file} ${reason}`),
    onRight: () => []
  });
  assert.deepStrictEqual(faults, ["shared.json is not JSON"]);
});

describe("a notice", () => {
  const typeAndNotices = (...documents: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
    const { collections, notices } = lexiconsOfDocuments(...documents);
    const type = collections.find(({ nsid }) => String(nsid) === "a.b.c")?.properties[0]?.type;
    return { type: type?._tag, notices: notices.map(({ path, reason }) => `${path} ${reason}`) };
  };
  const main = "defs.main.record.properties.p";

  it.each<[string, object, ReadonlyArray<Readonly<Record<string, unknown>>>, string]>([
    [
      "of a Lexicon that is missing",
      { type: "ref", ref: "x.y.z" },
      [],
      `${main}.ref refers to x.y.z, whose Lexicon is not in the set`
    ],
    [
      "of a definition that is missing",
      { type: "ref", ref: "#gone" },
      [],
      `${main}.ref refers to a.b.c#gone, which its Lexicon`
    ],
    [
      "of a query",
      { type: "ref", ref: "a.b.q" },
      [document("a.b.q", { main: { type: "query" } })],
      `${main}.ref refers to a.b.q, which is a query`
    ],
    ...["token", "string", "bytes", "integer", "boolean", "cid-link"].map(
      (type): [string, object, ReadonlyArray<Readonly<Record<string, unknown>>>, string] => [
        `of a variant of type ${type}`,
        { type: "union", refs: ["a.b.d#o", "a.b.d#t"] },
        [document("a.b.d", { o: { type: "object", properties: {} }, t: { type } })],
        `${main}.refs has the variant a.b.d#t, which is of type ${type}`
      ]
    ),
    [
      "of a definition whose type is unknown",
      { type: "ref", ref: "a.b.d#u" },
      [document("a.b.d", { u: { type: "union", refs: ["#o"] }, o: { type: "object", properties: {} } })],
      `${main}.ref refers to a.b.d#u, which its Lexicon`
    ]
  ])("%s makes the property JSON", (_, schema, more, expected) => {
    const { notices, type } = typeAndNotices(document("a.b.c", { main: record({ p: schema }) }), ...more);
    assert.strictEqual(type, "Unknown");
    assert.lengthOf(notices, 1);
    assert.include(notices[0], expected);
    assert.include(notices[0], "its values are JSON");
  });

  it("is not reported for references that no record reaches", () => {
    const odd = document("a.b.live", {
      main: { type: "subscription", message: { schema: { type: "union", refs: ["#segment", "x.y.z"] } } },
      segment: { type: "bytes" },
      view: { type: "object", properties: { p: { type: "ref", ref: "#main" } } }
    });
    const { notices, type } = typeAndNotices(document("a.b.c", { main: record({ p: { type: "string" } }) }), odd);
    assert.deepStrictEqual({ notices, type }, { notices: [], type: "Scalar" });
  });

  it("names the invalid definitions that are left out because no record reaches them", () => {
    const odd = document("a.b.live", {
      main: { type: "query", parameters: { type: "params", properties: { at: { type: "ref", ref: "#x" } } } },
      "x.y": { type: "token" },
      loop: { type: "array", items: { type: "ref", ref: "#loop" } },
      later: { type: "space" },
      good: { type: "object", properties: { text: { type: "string" } } }
    });
    const { notices, type } = typeAndNotices(
      document("a.b.c", { main: record({ p: { type: "ref", ref: "a.b.live#good" } }) }),
      odd
    );
    assert.strictEqual(type, "Object");
    assert.sameMembers(
      [...new Set(notices.map((text) => text.split(" ")[0]?.split(".").slice(0, 2).join(".")))],
      ["defs.main", "defs.x", "defs.later"]
    );
    for (const notice of notices) assert.include(notice, "left out, because no record refers to this definition");
  });
});
