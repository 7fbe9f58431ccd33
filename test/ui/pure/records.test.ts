import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { cellText, valueAt } from "../../../ui/src/sections/records/cellText.ts";
import { graphiqlPath } from "../../../ui/src/sections/records/graphiqlPath.ts";
import {
  conditionText,
  nextOrder,
  operators,
  operatorsFor,
  orderOf,
  readCondition,
  readFilter,
  takesValue,
  usualOrder
} from "../../../ui/src/sections/records/recordFilter.ts";

/** Every operator that some kind of property offers. */
const operatorNames = [...new Set([null, "string", "integer"].flatMap(operatorsFor))];

describe("conditions of the query string", () => {
  it.each<readonly [string, ReturnType<typeof readCondition>]>([
    ["status:CONTAINS:wave", { property: "status", operator: "CONTAINS", value: "wave" }],
    [
      "createdAt:AT_LEAST:2026-01-31T10:00:00Z",
      { property: "createdAt", operator: "AT_LEAST", value: "2026-01-31T10:00:00Z" }
    ],
    ["subject.uri:EQUALS:at://a/b/c", { property: "subject.uri", operator: "EQUALS", value: "at://a/b/c" }],
    ["status:EQUALS:", { property: "status", operator: "EQUALS", value: "" }],
    ["status:EQUALS", { property: "status", operator: "EQUALS", value: "" }],
    ["status:PRESENT", { property: "status", operator: "PRESENT", value: null }],
    ["status:ABSENT:ignored", { property: "status", operator: "ABSENT", value: null }]
  ])("reads %s", (text, expected) => {
    assert.deepStrictEqual(readCondition(text), expected);
  });

  it.each(["", "status", ":EQUALS:a", "status:equals:a", "status:NEAR:a", "status:constructor:a", "status::a"])(
    "ignores %j",
    (text) => {
      assert.isNull(readCondition(text));
    }
  );

  it("are read as they were written", () => {
    const property = fc.stringMatching(/^[a-zA-Z][\w.]{0,20}$/);
    fc.assert(
      fc.property(property, fc.constantFrom(...operatorNames), fc.string(), (name, operator, text) => {
        const condition = { property: name, operator, value: takesValue(operator) ? text : null };
        const search = new URLSearchParams([["f", conditionText(condition)]]);
        assert.deepStrictEqual(readFilter(new URLSearchParams(search.toString())).where, [condition]);
      })
    );
  });

  it("are every one that the page names", () => {
    assert.sameMembers(operatorNames, Object.keys(operators));
  });

  it.each([null, "string", "instant", "integer", "boolean", "from-the-future"])(
    "of a %s property can be present or absent, and no operator is offered twice",
    (operand) => {
      const offered = operatorsFor(operand);
      assert.includeMembers([...offered], ["PRESENT", "ABSENT"]);
      assert.lengthOf(new Set(offered), offered.length);
      assert.strictEqual(offered.some(takesValue), operand !== null);
    }
  );
});

describe("the order of the query string", () => {
  const newest = { by: "INDEXED_AT", property: null, descending: true } as const;

  it.each<readonly [string, ReturnType<typeof orderOf>]>([
    ["-indexed", newest],
    ["indexed", { by: "INDEXED_AT", property: null, descending: false }],
    ["key", { by: "RECORD_KEY", property: null, descending: false }],
    ["-author", { by: "AUTHOR", property: null, descending: true }],
    [".createdAt", { by: "PROPERTY", property: "createdAt", descending: false }],
    ["-.subject.uri", { by: "PROPERTY", property: "subject.uri", descending: true }],
    ["", newest],
    ["nonsense", newest],
    ["toString", newest]
  ])("%j", (text, expected) => {
    assert.deepStrictEqual(orderOf(text), expected);
  });

  it.each(["indexed", "key", "author", ".createdAt"])("returns to the default after the presses on %s", (name) => {
    const first = nextOrder("key" === name ? usualOrder : "key", name);
    const orders = [first, nextOrder(first, name), nextOrder(nextOrder(first, name), name)];
    assert.deepStrictEqual(orders, [`-${name}`, name, usualOrder]);
  });
});

it("reads the filter of a collection, with the visible records by default", () => {
  assert.deepStrictEqual(readFilter(new URLSearchParams()), {
    author: null,
    rkey: null,
    where: [],
    scope: "VISIBLE",
    orderBy: orderOf(usualOrder)
  });
  const search = new URLSearchParams("author=alice.test&key=3k&show=hidden&sort=key&f=a:EQUALS:1&f=b:PRESENT&f=broken");
  const filter = readFilter(search);
  assert.deepInclude(filter, { author: "alice.test", rkey: "3k", scope: "HIDDEN", orderBy: orderOf("key") });
  assert.deepStrictEqual(filter.where.map(conditionText), ["a:EQUALS:1", "b:PRESENT"]);
  assert.strictEqual(readFilter(new URLSearchParams("show=everything")).scope, "VISIBLE");
});

describe("the text of a cell", () => {
  it.each([
    [undefined, "–"],
    [null, "–"],
    ["two\n  lines", "two lines"],
    [0, "0"],
    [false, "false"],
    [[], "0 items"],
    [["a"], "1 item"],
    [["a", "b"], "2 items"],
    [{ $type: "blob", mimeType: "image/png", size: 1, ref: {} }, "image/png, 1 kB"],
    [{ $type: "blob", mimeType: "image/png", size: 2_345_678, ref: {} }, "image/png, 2.3 MB"],
    [{ $type: "blob", mimeType: "image/png" }, "image/png"],
    [{ $link: "bafyrei" }, "bafyrei"],
    [{ uri: "at://a", cid: "b" }, '{"uri":"at://a","cid":"b"}']
  ])("of %j is %j", (value, expected) => {
    assert.strictEqual(cellText(value), expected);
  });

  it("is one line of at most so many characters, and cuts no character in two", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "grapheme", maxLength: 30 }), (json, text) => {
        for (const value of [json, text]) {
          const shown = cellText(value, 10);
          assert.isAtMost(shown.length, 10 + (typeof value === "number" ? 20 : 0) + (Array.isArray(value) ? 10 : 0));
          assert.notMatch(shown, /[\r\n\t]/);
          assert.isTrue(shown.isWellFormed());
        }
      })
    );
    assert.strictEqual(cellText("😀😀😀", 4), "😀…");
  });
});

describe("the value at a path", () => {
  const record = { subject: { uri: "at://a" }, list: [{ a: 1 }], text: "x", none: null };

  it.each([
    ["text", "x"],
    ["subject.uri", "at://a"],
    ["subject", { uri: "at://a" }],
    ["none", null],
    ["none.deeper", undefined],
    ["text.length", undefined],
    ["list.0", undefined],
    ["constructor", undefined],
    ["subject.__proto__", undefined],
    ["missing", undefined]
  ])("%s", (name, expected) => {
    assert.deepStrictEqual(valueAt(record, name), expected);
  });
});

it("opens GraphiQL with a query for the record", () => {
  const path = graphiqlPath('at://did:plc:a/xyz.statusphere.status/"3k', "xyz.statusphere.status");
  const { pathname, searchParams } = new URL(path, "https://records.example.com");
  assert.strictEqual(pathname, "/graphiql");
  assert.include(searchParams.get("query") ?? "", 'record(uri: "at://did:plc:a/xyz.statusphere.status/\\"3k")');
  assert.include(searchParams.get("query") ?? "", "... on XyzStatusphereStatus {");
});
