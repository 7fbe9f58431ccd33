import canonicalize from "canonicalize";
import { execute, type GraphQLFieldResolver, type GraphQLTypeResolver, parse } from "graphql";
import type { IndexedRecord } from "../../../../src/domain/record/IndexedRecord.ts";
import type { Json, JsonObject } from "../../../../src/domain/record/Json.ts";
import { api } from "./planning.ts";
import { records } from "./recordsInMemory.ts";

/** The collection of each root field and join. */
const collections: Readonly<Record<string, string>> = {
  xyzStatusphereStatus: "xyz.statusphere.status",
  appBskyActorProfile: "app.bsky.actor.profile",
  appNeutralActorProfile: "app.neutral.actor.profile"
};

type Source =
  | { readonly kind: "root" }
  | { readonly kind: "page"; readonly all: ReadonlyArray<IndexedRecord>; readonly first: number }
  | { readonly kind: "row"; readonly record: IndexedRecord }
  | { readonly kind: "value"; readonly value: JsonObject; readonly did: string };

const page = (collection: string | undefined, did: string | null, { first }: { readonly first?: number }): Source => ({
  kind: "page",
  all: records
    .filter((record) => String(record.collection) === collection && (did === null || String(record.did) === did))
    .toSorted((left, right) => (left.indexedAt > right.indexedAt ? -1 : 1)),
  first: first ?? 50
});

const valueOf = (value: Json | undefined, did: string): unknown => {
  if (Array.isArray(value)) return value.map((item: Json) => valueOf(item, did));
  return typeof value === "object" && value !== null ? { kind: "value", value, did } : value;
};

const ofRecord = (record: IndexedRecord, name: string, args: { readonly first?: number }): unknown => {
  const value = record.value[name];
  if (value !== undefined) return valueOf(value, record.did);
  if (name === "labels") return String(record.collection) === collections.appBskyActorProfile ? null : [];
  if (name === "value") return JSON.parse(canonicalize(record.value) ?? "null");
  if (name === "actorHandle") return null;
  const joined = name.endsWith("ByDid") ? collections[name.slice(0, -5)] : undefined;
  if (joined === undefined) return Object.entries(record).find(([key]) => key === name)?.[1];
  const found = page(joined, record.did, args);
  if (joined === collections.xyzStatusphereStatus) return found;
  const [only] = found.kind === "page" ? found.all : [];
  return only === undefined ? null : { kind: "row", record: only };
};

const ofValue = (value: JsonObject, did: string, name: string): unknown => {
  if (value.$type !== "blob") return valueOf(value[name], did);
  const { $link } = Object(value.ref);
  if (name === "ref") return $link;
  return name === "url" ? `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/${$link}@jpeg` : value[name];
};

const ofPage = (all: ReadonlyArray<IndexedRecord>, first: number, name: string): unknown => {
  const rows = all.slice(0, first).map((record) => ({ kind: "row", record }));
  if (name === "totalCount") return all.length;
  return name === "pageInfo" ? { hasNextPage: all.length > first, hasPreviousPage: false } : rows;
};

const resolve: GraphQLFieldResolver<Source, unknown> = (source, args, _, { fieldName, parentType }) => {
  if (parentType.name === "PageInfo") return Object.entries(source).find(([key]) => key === fieldName)?.[1];
  if (fieldName === "node") return source;
  switch (source.kind) {
    case "root":
      return fieldName === "viewer" ? null : page(collections[fieldName], null, args);
    case "page":
      return ofPage(source.all, source.first, fieldName);
    case "row":
      return ofRecord(source.record, fieldName, args);
    case "value":
      return ofValue(source.value, source.did, fieldName);
  }
};

const typeOf: GraphQLTypeResolver<Source, unknown> = (source) =>
  source.kind === "value" && source.value.$type === "com.atproto.label.defs#selfLabels"
    ? "ComAtprotoLabelDefsSelfLabels"
    : undefined;

/** What graphql-js answers with resolvers over the same records: `data` as JSON text. */
export const oracle = (document: string, variableValues: Record<string, unknown>): string => {
  const rootValue: Source = { kind: "root" };
  const args = { schema: api.schema, document: parse(document), rootValue, variableValues };
  const result = execute({ ...args, fieldResolver: resolve, typeResolver: typeOf });
  if (!("data" in result)) throw new Error(JSON.stringify(result));
  return JSON.stringify(result.data);
};
