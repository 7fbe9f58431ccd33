import * as Effect from "effect/Effect";
import { atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import type { Property, PropertyType, ScalarType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { OperandType } from "../../src/domain/record/query/OperandType.ts";
import type {
  Field,
  Filter,
  Operand,
  Page,
  PageMember,
  ParameterValue,
  RecordQuery,
  SortKey
} from "../../src/domain/record/query/RecordQuery.ts";

export const alice = Did.make("did:plc:alice");
export const bob = Did.make("did:plc:bob");
export const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
export const profile = Nsid.make("test.contract.profile");
export const unheard = Nsid.make("test.contract.unheard");

export const scalar = (type: ScalarType): PropertyType => ({ _tag: "Scalar", type, format: null, knownValues: [] });
export const property = ([name, type]: readonly [string, PropertyType]): Property => ({
  name,
  description: null,
  required: false,
  type
});

/** A set of a collection with the given properties, and of profiles. */
export const setOf = (nsid: Nsid, properties: Readonly<Record<string, PropertyType>>): LexiconSet => ({
  digest: "",
  documents: [],
  completed: [],
  notices: [],
  objects: new Map([
    [
      "test.contract.defs#ref",
      { id: "test.contract.defs#ref", description: null, properties: [property(["uri", scalar("string")])] }
    ]
  ]),
  collections: [
    { nsid, description: null, key: { _tag: "Tid" }, properties: Object.entries(properties).map(property) },
    {
      nsid: profile,
      description: null,
      key: { _tag: "Literal", value: "self" },
      properties: [property(["displayName", scalar("string")])]
    }
  ]
});

export const recordOf = (
  collection: Nsid,
  rkey: string,
  value: JsonObject,
  more: Partial<IndexedRecord> = {}
): IndexedRecord => {
  const did = more.did ?? alice;
  const key = RecordKey.make(rkey);
  return {
    uri: atUri({ did, collection, rkey: key }),
    cid,
    did,
    collection,
    rkey: key,
    rev: null,
    indexedAt: "2024-01-01T00:00:00.000Z",
    value,
    ...more
  };
};

export const uri: Field = { _tag: "MetaField", key: "uri", meta: "uri" };
export const rkey: Field = { _tag: "MetaField", key: "rkey", meta: "rkey" };
export const everything: Filter = { _tag: "Every", filters: [] };
export const newestFirst: ReadonlyArray<SortKey> = [
  { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
];
export const operand = (path: string, type: OperandType): Operand => {
  const [first = "", ...rest] = path.split(".");
  return { _tag: "PropertyOperand", path: [first, ...rest], type };
};
export const parameter = (index: number) => ({ _tag: "Parameter" as const, index });

/** A page of at most the number of rows in the first parameter. */
export const pageOf = (
  collection: Nsid,
  members: ReadonlyArray<PageMember>,
  more: Partial<Page> = {}
): RecordQuery => ({
  roots: [
    {
      _tag: "PageRoot",
      key: "page",
      page: {
        collection,
        where: everything,
        sort: newestFirst,
        direction: "forward",
        take: parameter(0),
        after: null,
        before: null,
        members,
        ...more
      }
    }
  ]
});

/** The record keys of a page, joined. */
export const keysOf = (collection: Nsid, more: Partial<Page>, parameters: ReadonlyArray<ParameterValue> = []) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const query = pageOf(collection, [{ _tag: "Nodes", key: "nodes", selection: [rkey] }], more);
    const text = yield* index.query(query, [100, ...parameters]);
    return Array.from(text.matchAll(/"rkey":"([^"]*)"/g), ([, key]) => key).join(" ");
  });
