import { GraphQLString } from "graphql";
import type { Meta } from "../../../../domain/record/query/RecordQuery.ts";
import type { OutputField } from "../TypeRegistry.ts";

const described: ReadonlyArray<readonly [Meta, string]> = [
  ["uri", "The at-uri of the record."],
  ["cid", "The CID of this version of the record."],
  ["did", "The DID of the author."],
  ["collection", "The NSID of the collection."],
  ["rkey", "The record key."],
  ["indexedAt", "When the service took the record in, as ISO 8601 text in UTC."],
  ["actorHandle", "The handle of the author, where the service knows it."]
];

/** The metadata fields of every record, in schema order. */
export const metas: ReadonlyArray<Meta> = described.map(([meta]) => meta);

/**
 * The fields that every record type has in addition to its properties. They always have a value but are nullable:
 * a property of the same name is nullable, and fields of a union merge only where their types are equal (GraphQL
 * specification, section 5.3.2).
 */
export const metaFields: ReadonlyArray<OutputField> = described.map(([meta, description]) => ({
  name: meta,
  description,
  type: GraphQLString,
  outputKind: { _tag: "MetaKind", meta }
}));
