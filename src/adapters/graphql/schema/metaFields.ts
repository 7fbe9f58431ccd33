import { GraphQLNonNull, type GraphQLOutputType, GraphQLString } from "graphql";
import type { Meta } from "../../../domain/record/RecordQuery.ts";
import type { OutputField } from "./TypeTable.ts";

const required = new GraphQLNonNull(GraphQLString);

const described: ReadonlyArray<readonly [Meta, GraphQLOutputType, string]> = [
  ["uri", required, "The at-uri of the record."],
  ["cid", required, "The CID of this version of the record."],
  ["did", required, "The DID of the author."],
  ["collection", required, "The NSID of the collection."],
  ["rkey", required, "The record key."],
  ["indexedAt", required, "When the service took the record in, as ISO 8601 text in UTC."],
  ["actorHandle", GraphQLString, "The handle of the author, where the service knows it."]
];

/** What the service knows of every record, in the order it is listed in. */
export const metas: ReadonlyArray<Meta> = described.map(([meta]) => meta);

/** The fields that every record type has beside its properties. */
export const metaFields: ReadonlyArray<OutputField> = described.map(([meta, type, description]) => ({
  name: meta,
  description,
  type,
  meaning: { _tag: "MetaMeaning", meta }
}));
