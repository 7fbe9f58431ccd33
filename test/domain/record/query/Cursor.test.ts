import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadCursor, cursorDecoder, encodeCursor, sortFingerprint } from "../../../../src/domain/record/query/Cursor.ts";
import type { SortKey } from "../../../../src/domain/record/query/RecordQuery.ts";
import { toInstant } from "../../../../src/domain/record/value/instant.ts";

const sort: ReadonlyArray<SortKey> = [
  { operand: { _tag: "PropertyOperand", path: ["name"], type: "string" }, direction: "ASC" },
  { operand: { _tag: "PropertyOperand", path: ["at"], type: "instant" }, direction: "DESC" },
  { operand: { _tag: "PropertyOperand", path: ["on"], type: "boolean" }, direction: "DESC" }
];
const print = sortFingerprint(sort);
const decode = cursorDecoder(sort);
const anyInstant = fc.bigInt(-62_167_219_200_000_000n, 253_402_300_799_999_999n).map(toInstant);
const value = fc.tuple(fc.option(fc.string({ unit: "grapheme" })), fc.option(anyInstant), fc.option(fc.boolean()));
const failure = (reason: "malformed" | "other-sort") => Either.left(new BadCursor({ reason }));

describe("Cursor", () => {
  it("returns the encoded position", () => {
    fc.assert(
      fc.property(value, fc.string(), (values, uri) => {
        expect(decode(encodeCursor(print, { values, uri }))).toEqual(Either.right({ values, uri }));
      })
    );
  });

  it.each(["link", "bytes"] as const)(
    "returns the encoded position in an order by %s, which is written as text",
    (type) => {
      const keys: ReadonlyArray<SortKey> = [
        { operand: { _tag: "PropertyOperand", path: ["name"], type }, direction: "ASC" }
      ];
      const read = cursorDecoder(keys);
      for (const values of [["AAE"], [null]])
        expect(read(encodeCursor(sortFingerprint(keys), { values, uri: "u" }))).toEqual(
          Either.right({ values, uri: "u" })
        );
      expect(read(encodeCursor(sortFingerprint(keys), { values: [1], uri: "u" }))).toEqual(failure("malformed"));
    }
  );

  it.each([
    ["a text for an instant", ["a", "b", true]],
    ["a fraction", ["a", 1.5, true]],
    ["more digits than an instant has", ["a", "1234567890123456789", true]],
    ["a hexadecimal number", ["a", "0x1234567890123456", true]],
    ["a number for a text", [1, 1, true]],
    ["too few values", ["a", 1]],
    ["too many values", ["a", 1, true, true]]
  ])("refuses %s", (_, values) => {
    expect(decode(encodeCursor(print, { values, uri: "" }))).toEqual(failure("malformed"));
  });

  it.each(["", "!", "bm90IGpzb24", Encoding.encodeBase64Url("{}"), Encoding.encodeBase64Url('["x"]')])(
    "refuses %j",
    (cursor) => {
      expect(decode(cursor)).toEqual(failure("malformed"));
    }
  );

  it("rejects a cursor of another order", () => {
    const other = sortFingerprint(sort.toReversed());
    expect(decode(encodeCursor(other, { values: [null, null, null], uri: "" }))).toEqual(failure("other-sort"));
  });
});
