import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { Did } from "../../../src/domain/atproto/Did.ts";
import type { JsonObject } from "../../../src/domain/json/Json.ts";
import { accountReferences, maxReferredAccounts } from "../../../src/domain/reference/accountReferences.ts";
import { dids } from "../../contracts/recordIndexAddresses.ts";
import { lexicons } from "../../contracts/recordIndexLexicons.ts";
import { object } from "../../contracts/recordIndexValues.ts";
import { runsOf } from "../../support/runsOf.ts";
import { lexiconsOfDocuments } from "../lexicon/lexiconsOf.ts";

const [author, bob, carol] = ["author", "bob", "carol"].map((name) => Did.make(`did:plc:${name}`)) as [Did, Did, Did];
const post = (did: string, rkey = "1") => `at://${did}/dev.example.post/${rkey}`;

const text = (format?: string) => ({ type: "string", ...(format && { format }) });
const ref = (id: string) => ({ type: "ref", ref: id });

const set = lexiconsOfDocuments(
  {
    lexicon: 1,
    id: "com.atproto.repo.strongRef",
    defs: {
      main: { type: "object", required: ["uri", "cid"], properties: { uri: text("at-uri"), cid: text("cid") } }
    }
  },
  {
    lexicon: 1,
    id: "dev.example.richtext",
    defs: {
      main: {
        type: "object",
        properties: {
          features: { type: "array", items: { type: "union", refs: ["#mention", "#link"] } }
        }
      },
      mention: { type: "object", required: ["did"], properties: { did: text("did") } },
      link: { type: "object", required: ["uri"], properties: { uri: text("uri") } },
      tree: { type: "object", properties: { owner: text("did"), children: { type: "array", items: ref("#tree") } } }
    }
  },
  {
    lexicon: 1,
    id: "dev.example.post",
    defs: {
      reply: {
        type: "object",
        properties: { root: ref("com.atproto.repo.strongRef"), parent: ref("com.atproto.repo.strongRef") }
      },
      main: {
        type: "record",
        key: "tid",
        record: {
          type: "object",
          properties: {
            text: text(),
            author: text("did"),
            subject: text("at-uri"),
            actor: text("at-identifier"),
            links: { type: "array", items: text("uri") },
            reply: ref("#reply"),
            quoted: ref("com.atproto.repo.strongRef"),
            facets: { type: "array", items: ref("dev.example.richtext") },
            embed: {
              type: "union",
              closed: true,
              refs: ["com.atproto.repo.strongRef", "dev.example.richtext#mention"]
            },
            tree: ref("dev.example.richtext#tree"),
            more: { type: "unknown" }
          }
        }
      }
    }
  }
);

const [collection] = set.collections;
if (collection === undefined) throw new Error("The set has a collection");
const referencesOf = accountReferences(collection, set.objects);

/** The references of a record as `did reason subject`. */
const found = (value: JsonObject): ReadonlyArray<string> =>
  referencesOf(value, author).map(({ did, reason, subject }) => `${did} ${reason} ${subject ?? "-"}`);

const strong = (uri: string) => ({ uri, cid: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454" });
const mention = (did: string) => ({ features: [{ $type: "dev.example.richtext#mention", did }] });

const nested = (depth: number): JsonObject => (depth === 0 ? { owner: bob } : { children: [nested(depth - 1)] });

describe("accountReferences", () => {
  it.each<readonly [string, JsonObject, ReadonlyArray<string>]>([
    ["a DID", { author: bob }, [`${bob} author -`]],
    ["the AT URI of a record", { subject: post(bob) }, [`${bob} subject ${post(bob)}`]],
    ["an at-identifier that is a DID", { actor: bob }, [`${bob} actor -`]],
    ["an at-identifier that is a handle", { actor: "bob.example" }, []],
    ["an AT URI with a handle", { subject: "at://bob.example/dev.example.post/1" }, []],
    ["a URI that is an AT URI", { links: ["https://example.com", post(bob)] }, [`${bob} links ${post(bob)}`]],
    ["a strong reference", { quoted: strong(post(bob)) }, [`${bob} quoted ${post(bob)}`]],
    [
      "a mention facet",
      { facets: [mention(bob), mention(carol)] },
      [`${bob} facets.features.did -`, `${carol} facets.features.did -`]
    ],
    [
      "a link facet",
      { facets: [{ features: [{ $type: "dev.example.richtext#link", uri: "https://x.example" }] }] },
      []
    ],
    [
      "a strong reference in a union",
      { embed: { $type: "com.atproto.repo.strongRef", ...strong(post(bob)) } },
      [`${bob} embed ${post(bob)}`]
    ],
    [
      "a definition that an open union does not list",
      {
        facets: [{ features: [{ $type: "dev.example.richtext#tree", owner: bob }] }]
      },
      [`${bob} facets.features.owner -`]
    ],
    ["an object without a type in a union", { embed: strong(post(bob)) }, []],
    [
      "a typed object where the Lexicon says nothing",
      { more: { a: [{ $type: "dev.example.richtext#mention", did: bob }] } },
      [`${bob} more.a.did -`]
    ],
    ["a text where the Lexicon says nothing", { more: { did: bob, uri: post(bob) } }, []],
    ["a property that the Lexicon does not have", { other: bob }, []],
    ["a plain text", { text: `${bob} ${post(bob)}` }, []],
    ["a reference in a recursive object", { tree: nested(3) }, [`${bob} tree.children.children.children.owner -`]],
    ["a reference that is deeper than any path", { tree: nested(16) }, []],
    ["the author", { author, subject: post(author), reply: { parent: strong(post(author)) } }, []],
    ["values of other types", { author: 1, subject: {}, reply: [], facets: { features: bob }, links: bob }, []],
    ["a DID that is too long for an index", { author: `did:web:${"a".repeat(400)}` }, []]
  ])("finds %s", (_, value, expected) => {
    assert.deepStrictEqual(found(value), expected);
  });

  it("has one reference for each account: the shortest path, then the first", () => {
    const reply = { root: strong(post(bob, "root")), parent: strong(post(bob, "parent")) };
    assert.deepStrictEqual(found({ reply, facets: [mention(bob)] }), [`${bob} reply.parent ${post(bob, "parent")}`]);
    assert.deepStrictEqual(found({ reply, author: bob }), [`${bob} author -`]);
    assert.deepStrictEqual(found({ links: [post(bob, "2"), post(bob, "1")] }), [`${bob} links ${post(bob, "1")}`]);
  });

  it("has the accounts with the lowest DIDs of more than it can have", () => {
    const many = Array.from({ length: maxReferredAccounts + 5 }, (_, at) => `did:plc:${String(at).padStart(6, "0")}`);
    const references = referencesOf({ facets: many.toReversed().map(mention) }, author);
    assert.deepStrictEqual(
      references.map(({ did }) => String(did)),
      many.slice(0, maxReferredAccounts)
    );
  });

  const arbitraryRecord = lexicons.chain((some) =>
    fc.constantFrom(...some.collections).chain((of) =>
      fc.record({
        references: fc.constant(accountReferences(of, some.objects)),
        value: object(of.properties, some, 0),
        did: fc.constantFrom(...dids)
      })
    )
  );

  it("never refers to the author, and has each account once, in order, with a text that the record has", () => {
    fc.assert(
      fc.property(arbitraryRecord, ({ did, references, value }) => {
        const all = references(value, did);
        const accounts = all.map((each) => each.did);
        assert.notInclude(accounts, did);
        assert.deepStrictEqual(accounts, [...new Set(accounts)].sort());
        const written = JSON.stringify(value);
        for (const each of all) {
          assert.include(written, JSON.stringify(each.subject ?? each.did));
          assert.strictEqual(each.subject?.startsWith(`at://${each.did}/`) ?? true, true);
        }
      }),
      { numRuns: runsOf(2000) }
    );
  });

  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed).reverse();
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]) => [name, reversed(member)])
        .reverse()
    );
  };

  it("does not depend on the order of members and items", () => {
    fc.assert(
      fc.property(arbitraryRecord, ({ did, references, value }) => {
        const other: JsonObject = JSON.parse(JSON.stringify(reversed(value)));
        assert.deepStrictEqual(references(other, did), references(value, did));
      }),
      { numRuns: runsOf(2000) }
    );
  });
});
