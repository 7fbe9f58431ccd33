import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { indexedFieldText, parseIndexedField } from "../../../../src/domain/record/index/IndexedField.ts";
import { type FieldUse, fieldUses, indexFor } from "../../../../src/domain/record/query/fieldUses.ts";
import type { Filter, Operand, Page, RecordQuery } from "../../../../src/domain/record/query/RecordQuery.ts";

const post = Nsid.make("com.example.post");
const like = Nsid.make("com.example.like");
const parameter = { _tag: "Parameter", index: 0 } as const;
const text = (...path: readonly [string, ...ReadonlyArray<string>]): Operand => ({
  _tag: "PropertyOperand",
  path,
  type: "string"
});
const indexedAt: Operand = { _tag: "MetaOperand", meta: "indexedAt" };

const page = (where: Filter, more: Partial<Page> = {}): Page => ({
  collection: post,
  where,
  sort: [{ operand: indexedAt, direction: "DESC" }],
  direction: "forward",
  take: parameter,
  after: null,
  before: null,
  members: [],
  ...more
});
const all: Filter = { _tag: "Every", filters: [] };
const equal = (operand: Operand): Filter => ({ _tag: "Compare", operand, operator: "eq", value: parameter });

const usesOf = (...roots: RecordQuery["roots"]) =>
  fieldUses({ roots }).map(({ collection, field, operator }) => `${collection}:${field} ${operator}`);
const ofPage = (where: Filter, more: Partial<Page> = {}) =>
  usesOf({ _tag: "PageRoot", key: "page", page: page(where, more) });

describe("the uses of fields by a query", () => {
  const filters: ReadonlyArray<readonly [Filter, ReadonlyArray<string>]> = [
    [all, []],
    [equal(indexedAt), []],
    [equal(text("title")), ["title eq"]],
    [equal(text("a", "b")), ["a.b eq"]],
    [{ _tag: "Compare", operand: text("n"), operator: "gte", value: parameter }, ["n range"]],
    [{ _tag: "Compare", operand: text("n"), operator: "ne", value: parameter }, ["n ne"]],
    [{ _tag: "Among", operand: text("n"), negated: false, values: parameter }, ["n in"]],
    [{ _tag: "Among", operand: text("n"), negated: true, values: parameter }, ["n ne"]],
    [{ _tag: "Text", operand: text("n"), operator: "contains", value: parameter }, ["n contains"]],
    [{ _tag: "IsNull", operand: text("n"), negated: true }, ["n isNull"]],
    [{ _tag: "IsAbsent", path: ["n"], negated: true }, []],
    [
      { _tag: "Some", filters: [equal(text("a")), { _tag: "Not", filter: equal(text("b")) }, equal(text("a"))] },
      ["a eq", "b eq"]
    ]
  ];
  for (const [filter, uses] of filters) {
    it(`are those of a filter: ${uses.join(", ") || filter._tag}`, () => {
      assert.deepStrictEqual(
        ofPage(filter),
        uses.map((use) => `com.example.post:${use}`)
      );
    });
  }

  it("are those of the order's first key", () => {
    const sort = [
      { operand: text("title"), direction: "ASC" },
      { operand: text("other"), direction: "DESC" }
    ] as const;
    assert.deepStrictEqual(ofPage(all, { sort }), ["com.example.post:title asc"]);
  });

  it("are those of pages below pages, of variants and of aggregates", () => {
    const likes = page(equal(text("kind")), { collection: like });
    const nested: Page["members"] = [
      { _tag: "Nodes", key: "nodes", selection: [{ _tag: "DidPage", key: "likes", page: likes }] }
    ];
    const aggregate = {
      collection: post,
      where: equal(text("tag")),
      groups: [],
      order: "ASC",
      limit: parameter,
      members: []
    } as const;
    assert.sameMembers(
      usesOf(
        { _tag: "PageRoot", key: "page", page: page(all, { members: nested }) },
        {
          _tag: "AnyRecordRoot",
          key: "any",
          uri: parameter,
          selections: new Map([[post, [{ _tag: "DidPage", key: "own", page: page(equal(text("deep"))) }]]])
        },
        { _tag: "AggregateRoot", key: "count", aggregate }
      ),
      ["com.example.like:kind eq", "com.example.post:deep eq", "com.example.post:tag eq"]
    );
  });
});

describe("the index for a use", () => {
  const advised = (operator: FieldUse["operator"], field = "title") => {
    const index = indexFor({ collection: post, field, type: "string", operator });
    return index && indexedFieldText(index);
  };

  it("is one for conditions or for an order, or none if none can serve", () => {
    for (const filter of ["eq", "in", "range"] as const) assert.strictEqual(advised(filter), "com.example.post:title");
    assert.strictEqual(advised("asc"), "com.example.post:title:asc");
    assert.strictEqual(advised("desc"), "com.example.post:title:desc");
    for (const none of ["ne", "isNull", "contains", "startsWith"] as const) assert.isNull(advised(none));
    assert.isNull(advised("eq", "a.b"));
  });

  it("is written in the form in which it is read", () => {
    const field = fc.record({
      collection: fc.constantFrom("com.example.post", "a-b.example.x"),
      field: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_$-]{0,20}$/),
      purpose: fc.constantFrom("filter" as const, "asc" as const, "desc" as const)
    });
    fc.assert(
      fc.property(field, (indexed) => {
        assert.deepStrictEqual(parseIndexedField(indexedFieldText(indexed)), Either.right(indexed));
      })
    );
    for (const wrong of ["", "post", ":x", "a:", "a:b:up", "a:b:asc:desc", "a b:c"]) {
      assert.isTrue(Either.isLeft(parseIndexedField(wrong)), wrong);
    }
  });
});
