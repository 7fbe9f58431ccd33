import { assert, it } from "@effect/vitest";
import { parseValue } from "graphql";
import { jsonScalar } from "../../../../../src/adapters/graphql/schema/scalars/jsonScalar.ts";

it("accepts any JSON", () => {
  const value = { list: [1, "a", null, { deep: true }] };
  assert.deepStrictEqual(jsonScalar.parseValue(value), value);
  assert.deepEqual(jsonScalar.parseLiteral(parseValue('{ list: [1, "a", null, { deep: true }] }')), value);
});

it("refuses numbers that JSON cannot represent", () => {
  assert.throws(() => jsonScalar.parseValue({ list: [JSON.parse("1e400")] }), /of that size/);
  assert.throws(() => jsonScalar.parseLiteral(parseValue("{ list: [1e400] }")), /of that size/);
});
