import { expect, it } from "vitest";
import { unknownFields } from "../../../../../src/adapters/postgres/record/define/extraIndexes.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import type { IndexedField } from "../../../../../src/domain/record/index/IndexedField.ts";
import { scalar, setOf } from "../../../../contracts/recordIndexFixture.ts";

const collection = Nsid.make("test.contract.extra");
const field = (name: string): IndexedField => ({ collection, field: name, purpose: "filter" });
const fields = [field("text"), field("texts")];

it("returns the fields that the Lexicons do not have", () => {
  expect(unknownFields(fields, setOf(collection, { text: scalar("string") }))).toEqual(["test.contract.extra:texts"]);
});

it("returns none before there are Lexicons", () => {
  expect(unknownFields(fields, { ...setOf(collection, {}), collections: [] })).toEqual([]);
});
