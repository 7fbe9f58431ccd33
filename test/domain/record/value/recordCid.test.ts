import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";

const record = (member: JsonObject[string]): JsonObject => ({ $type: "com.example.note", nested: { list: [member] } });

describe("recordCid", () => {
  it.each([0, -1, Number.MAX_SAFE_INTEGER, "\u0000", "\u{1f600}", true, null])("accepts %j", (member) => {
    assert.isTrue(Either.isRight(recordCid(record(member))));
  });

  it.each<[JsonObject[string]]>([
    [1.5],
    [Number.MAX_SAFE_INTEGER + 1],
    [Number.POSITIVE_INFINITY],
    [Number.NaN],
    ["\ud800"],
    [{ "\udc00": 1 }],
    [{ $link: "nothing" }],
    [{ $bytes: "%" }]
  ])("refuses what the data model cannot hold: %j", (member) => {
    assert.deepStrictEqual(recordCid(record(member)), Either.left("not-in-data-model"));
  });
});
