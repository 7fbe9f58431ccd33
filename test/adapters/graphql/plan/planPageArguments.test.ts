import { assert, describe, it } from "@effect/vitest";
import { encodeCursor, sortFingerprint } from "../../../../src/domain/record/query/Cursor.ts";
import type { Seek, SortKey } from "../../../../src/domain/record/query/RecordQuery.ts";
import { failureOf, pageOf } from "./planning.ts";

describe("paging", () => {
  const cut = (given: string, variables: Record<string, unknown> = {}, declared = "") => {
    const { page, parameters } = pageOf(`query${declared} { xyzStatusphereStatus${given} { totalCount } }`, {
      variables
    });
    return {
      direction: page.direction,
      take: parameters[page.take.index],
      seek: page.after ?? page.before,
      page,
      parameters
    };
  };
  const newestFirst: ReadonlyArray<SortKey> = [
    { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
  ];
  const uri = "at://did:plc:alice/xyz.statusphere.status/3jzfcijpj2z2a";
  const cursor = encodeCursor(sortFingerprint(newestFirst), { values: [1767225600000000], uri });

  it.each<[string, string, number]>([
    ["", "forward", 50],
    ["(first: 0)", "forward", 0],
    ["(first: 7)", "forward", 7],
    ["(first: 1001)", "forward", 1000],
    ["(first: null, after: null)", "forward", 50],
    ["(last: 7)", "backward", 7],
    ["(last: 7, before: null)", "backward", 7],
    ["(before: null)", "forward", 50]
  ])("%s", (given, direction, take) => {
    const found = cut(given);
    assert.strictEqual(found.direction, direction);
    assert.strictEqual(found.take, take);
    assert.isNull(found.seek);
  });

  it.each<[Record<string, unknown>, number]>([
    [{ n: 3 }, 3],
    [{ n: null }, 50],
    [{}, 20]
  ])("accepts the size as a variable: %j", (variables, take) => {
    assert.strictEqual(cut("(first: $n)", variables, "($n: Int = 20)").take, take);
  });

  it.each([
    ["(after: $c)", "forward", 50],
    ["(first: 2, after: $c)", "forward", 2],
    ["(before: $c)", "backward", 50],
    ["(last: 2, before: $c)", "backward", 2]
  ])("starts from a cursor: %s", (given, direction, take) => {
    const found = cut(given, { c: cursor }, "($c: String)");
    assert.strictEqual(found.direction, direction);
    assert.strictEqual(found.take, take);
    const [value] = found.seek?.values ?? [];
    assert.strictEqual(found.parameters[value?.index ?? -1], 1767225600000000);
    assert.strictEqual(found.parameters[found.seek?.uri.index ?? -1], uri);
  });

  it.each([
    ["(after: $c, before: $d)", "forward", 50],
    ["(first: 2, after: $c, before: $d)", "forward", 2],
    ["(last: 2, after: $c, before: $d)", "backward", 2]
  ])("returns a page between two cursors: %s", (given, direction, take) => {
    const later = encodeCursor(sortFingerprint(newestFirst), { values: [1], uri });
    const found = cut(given, { c: cursor, d: later }, "($c: String, $d: String)");
    assert.strictEqual(found.direction, direction);
    assert.strictEqual(found.take, take);
    const valueOf = (seek: Seek | null) => found.parameters[seek?.values[0]?.index ?? -1];
    assert.deepStrictEqual([valueOf(found.page.after), valueOf(found.page.before)], [1767225600000000, 1]);
  });

  it.each([
    ["(first: 2, before: $c)", "forward", "before"],
    ["(last: 2, after: $c)", "backward", "after"]
  ] as const)("returns items from one end up to a cursor at the other: %s", (given, direction, side) => {
    const { page } = cut(given, { c: cursor }, "($c: String)");
    assert.strictEqual(page.direction, direction);
    assert.isNotNull(page[side]);
    assert.isNull(page[side === "before" ? "after" : "before"]);
  });

  it("treats a null cursor as the first page", () => {
    assert.isNull(cut("(first: 2, after: $c)", { c: null }, "($c: String)").seek);
    assert.isNull(cut("(first: 2, after: $c)", {}, "($c: String)").seek);
  });

  it("distinguishes null values in a cursor", () => {
    const byStatus = "(after: $c, sortBy: [{ field: status }])";
    const sort: ReadonlyArray<SortKey> = [
      { operand: { _tag: "PropertyOperand", path: ["status"], type: "string" }, direction: "ASC" }
    ];
    const of = (value: string | null) => ({ c: encodeCursor(sortFingerprint(sort), { values: [value], uri }) });
    const withValue = cut(byStatus, of("a"), "($c: String)");
    const withNull = cut(byStatus, of(null), "($c: String)");
    const again = cut(byStatus, of("b"), "($c: String)");
    assert.deepStrictEqual(withNull.seek?.values, [null]);
    assert.strictEqual(again.page, withValue.page);
    assert.notStrictEqual(again.page, withNull.page);
    assert.include(again.parameters, "b");
  });

  it.each([
    [`(after: "nonsense")`, "after is no cursor of this service."],
    [`(before: "nonsense")`, "before is no cursor of this service."],
    [`(after: "")`, "after is no cursor of this service."],
    [
      `(after: "${cursor}", sortBy: [{ field: status }])`,
      "after is a cursor of another order: ask for the first page again."
    ]
  ])("refuses a cursor that was not issued for this order: %s", (given, message) => {
    const { phase, errors } = failureOf(`{ xyzStatusphereStatus${given} { totalCount } }`);
    assert.strictEqual(phase, "field");
    assert.deepStrictEqual<unknown>(
      errors.map(({ message: text, path, extensions }) => [text, path, extensions.code]),
      [[message, ["xyzStatusphereStatus"], "BAD_CURSOR"]]
    );
  });

  it("refuses an invalid cursor also after a valid one", () => {
    const document = "query($c: String) { xyzStatusphereStatus(after: $c) { totalCount } }";
    assert.isNotNull(pageOf(document, { variables: { c: cursor } }).page.after);
    assert.strictEqual(failureOf(document, { variables: { c: "no" } }).errors[0]?.extensions.code, "BAD_CURSOR");
  });

  it.each([
    ["(first: -1)", "first must not be negative."],
    ["(last: -1)", "last must not be negative."],
    ["(first: 1, last: 1)", "Give first or last, not both."],
    [`(first: 1, last: 1, after: "${cursor}")`, "Give first or last, not both."]
  ])("refuses %s", (given, message) => {
    const { errors } = failureOf(`{ xyzStatusphereStatus${given} { totalCount } }`);
    assert.deepStrictEqual(
      errors.map((error) => [error.message, error.extensions.code]),
      [[message, "BAD_USER_INPUT"]]
    );
  });
});
