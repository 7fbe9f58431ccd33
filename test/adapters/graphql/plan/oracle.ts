import canonicalize from "canonicalize";
import {
  execute,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLTypeResolver,
  isListType,
  isNonNullType,
  isScalarType,
  parse
} from "graphql";
import type { ApiSchema } from "../../../../src/adapters/graphql/schema/ApiSchema.ts";
import { sha256Base64Url } from "../../../../src/domain/crypto/sha256.ts";
import type { Json, JsonObject } from "../../../../src/domain/json/Json.ts";
import type { IndexedRecord } from "../../../../src/domain/record/index/IndexedRecord.ts";
import { type GroupBy, groupsOf } from "./naiveGroups.ts";

/** What the answers are read from. */
export interface World {
  readonly api: ApiSchema;
  readonly records: ReadonlyArray<IndexedRecord>;
  readonly viewer: string | null;
}

/** The collection of each root field and join. */
const collections: Readonly<Record<string, string>> = {
  xyzStatusphereStatus: "xyz.statusphere.status",
  appBskyActorProfile: "app.bsky.actor.profile",
  appNeutralActorProfile: "app.neutral.actor.profile",
  orgExampleNote: "org.example.note"
};

/** Where the records of each reverse join hold their reference; those in a list may be in any of its items. */
const references: Readonly<Record<string, readonly [collection: string, ...path: ReadonlyArray<string>]>> = {
  appBskyActorProfileViaPinnedPost: ["app.bsky.actor.profile", "pinnedPost"],
  appBskyActorProfileViaJoinedViaStarterPack: ["app.bsky.actor.profile", "joinedViaStarterPack"],
  orgExampleNoteViaAbout: ["org.example.note", "about"],
  orgExampleNoteViaSubject: ["org.example.note", "subject"],
  orgExampleNoteViaReplyRoot: ["org.example.note", "reply", "root"],
  orgExampleNoteViaReplyParent: ["org.example.note", "reply", "parent"],
  orgExampleNoteViaBy: ["org.example.note", "by"],
  orgExampleNoteViaSources: ["org.example.note", "sources"],
  orgExampleNoteViaCites: ["org.example.note", "cites"],
  orgExampleNoteViaPartsLink: ["org.example.note", "parts", "link"]
};

const itemsOf = (value: Json | undefined): ReadonlyArray<Json | undefined> => (Array.isArray(value) ? value : [value]);

const typeNames: Readonly<Record<string, string>> = {
  "xyz.statusphere.status": "XyzStatusphereStatus",
  "app.bsky.actor.profile": "AppBskyActorProfile",
  "app.neutral.actor.profile": "AppNeutralActorProfile",
  "org.example.note": "OrgExampleNote",
  "com.atproto.label.defs#selfLabels": "ComAtprotoLabelDefsSelfLabels",
  "org.example.note#box": "OrgExampleNoteBox"
};

interface Arguments {
  readonly first?: number;
  readonly uri?: string;
  readonly groupBy?: ReadonlyArray<GroupBy>;
  readonly orderBy?: { readonly count?: "ASC" | "DESC" };
  readonly limit?: number;
}

type Source =
  | { readonly kind: "root" }
  | { readonly kind: "viewer"; readonly did: string }
  | { readonly kind: "page"; readonly all: ReadonlyArray<IndexedRecord>; readonly first: number }
  | { readonly kind: "row"; readonly record: IndexedRecord }
  | { readonly kind: "group"; readonly group: JsonObject }
  | { readonly kind: "value"; readonly value: JsonObject; readonly did: string };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const primitives: Readonly<Record<string, string>> = {
  String: "string",
  DateTime: "string",
  Int: "number",
  Boolean: "boolean"
};

/** A stored value where a type is expected: null where it does not fit. */
const fitted = (value: Json | undefined, type: GraphQLOutputType, did: string): unknown => {
  if (isNonNullType(type)) return fitted(value, type.ofType, did);
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => fitted(item, type.ofType, did)) : null;
  if (!isScalarType(type)) return isObject(value) ? { kind: "value", value, did } : null;
  const primitive = primitives[type.name];
  return primitive === undefined || typeof value === primitive ? value : null;
};

/** The labels that authors put on profiles; no others are stored here. */
const selfLabelsOf = ({ cid, collection, did, indexedAt, uri, value }: IndexedRecord): ReadonlyArray<Source> => {
  const held = value.labels;
  if (String(collection) !== "app.bsky.actor.profile" || !isObject(held)) return [];
  if (held.$type !== "com.atproto.label.defs#selfLabels" || !Array.isArray(held.values)) return [];
  const cts = new Date(typeof value.createdAt === "string" ? value.createdAt : indexedAt).toISOString();
  return held.values
    .map(({ val }) => String(val))
    .toSorted()
    .map((val) => {
      const id = sha256Base64Url(`${uri}\n${did}\n${val}`).slice(0, 22);
      return { kind: "value", value: { id, src: did, uri, cid, val, neg: false, cts, exp: null }, did };
    });
};

const newestFirst = (left: IndexedRecord, right: IndexedRecord): number => (left.indexedAt > right.indexedAt ? -1 : 1);

const makeResolver = ({ records, viewer }: World): GraphQLFieldResolver<Source, unknown> => {
  const page = (holds: (record: IndexedRecord) => boolean, { first }: Arguments): Source => ({
    kind: "page",
    all: records.filter(holds).toSorted(newestFirst),
    first: first ?? 50
  });

  const row = (holds: (record: IndexedRecord) => boolean): Source | null => {
    const [record] = records.filter(holds).toSorted(newestFirst);
    return record === undefined ? null : { kind: "row", record };
  };

  const isOf = (collection: string | undefined, did?: string) => (record: IndexedRecord) =>
    String(record.collection) === collection && (did === undefined || String(record.did) === did);

  const pointsAt = (name: string, target: string) => {
    const [collection, ...path] = references[name] ?? [];
    return (record: IndexedRecord) => {
      const values = path.reduce<ReadonlyArray<Json | undefined>>(
        (found, key) => found.flatMap((at) => (isObject(at) ? itemsOf(at[key]) : [])),
        [record.value]
      );
      return isOf(collection)(record) && values.some((value) => (isObject(value) ? value.uri : value) === target);
    };
  };

  const resolved = (value: Json | undefined, many: boolean): unknown => {
    if (many) return Array.isArray(value) ? value.map((item: Json) => resolved(item, false)) : null;
    const uri = isObject(value) ? value.uri : value;
    return row((record) => String(record.uri) === uri);
  };

  const byDid = (name: string, did: string, args: Arguments): unknown => {
    const holds = isOf(collections[name.slice(0, -"ByDid".length)], did);
    return name.includes("Profile") ? row(holds) : page(holds, args);
  };

  const viewers = (name: string, record: IndexedRecord): unknown => {
    const join = name.charAt(6).toLowerCase() + name.slice(7);
    const points = pointsAt(join, join.endsWith("ViaBy") ? record.did : record.uri);
    return viewer === null ? null : row((own) => String(own.did) === viewer && points(own));
  };

  const ofRecord = (record: IndexedRecord, name: string, args: Arguments, type: GraphQLOutputType): unknown => {
    if (name === "labels") return selfLabelsOf(record);
    if (name === "joins") return { kind: "row", record };
    if (name.endsWith("Resolved")) return resolved(record.value[name.slice(0, -"Resolved".length)], isListType(type));
    if (name.endsWith("ByDid")) return byDid(name, record.did, args);
    if (name in references) return page(pointsAt(name, record.uri), args);
    if (/^viewer.*Via/.test(name)) return viewers(name, record);
    if (name === "value") return JSON.parse(canonicalize(record.value) ?? "null");
    if (name === "actorHandle") return null;
    const meta = Object.entries(record).find(([key]) => key === name);
    return meta === undefined ? fitted(record.value[name], type, record.did) : meta[1];
  };

  const ofValue = (value: JsonObject, did: string, name: string, type: GraphQLOutputType): unknown => {
    if (name.endsWith("Resolved")) return resolved(value[name.slice(0, -"Resolved".length)], isListType(type));
    if (value.$type !== "blob") return fitted(value[name], type, did);
    const { $link } = Object(value.ref);
    if (name === "ref") return $link;
    return name === "url" ? `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/${$link}@jpeg` : value[name];
  };

  const ofPage = (all: ReadonlyArray<IndexedRecord>, first: number, name: string): unknown => {
    if (name === "totalCount") return all.length;
    if (name === "pageInfo") return { hasNextPage: all.length > first, hasPreviousPage: false };
    return all.slice(0, first).map((record) => ({ kind: "row", record }));
  };

  const ofRoot = (name: string, args: Arguments): unknown => {
    if (name === "viewer") return viewer === null ? null : { kind: "viewer", did: viewer };
    if (name === "record") return row((record) => String(record.uri) === args.uri);
    if (!name.endsWith("Aggregated")) return page(isOf(collections[name]), args);
    const members = records.filter(isOf(collections[name.slice(0, -"Aggregated".length)]));
    const groups = groupsOf(members, args.groupBy ?? [], args.orderBy?.count ?? "DESC");
    return groups.slice(0, args.limit ?? 50).map((group) => ({ kind: "group", group }));
  };

  return (source, args, _, { fieldName, parentType, returnType }) => {
    if (parentType.name === "PageInfo") return Object.entries(source).find(([key]) => key === fieldName)?.[1];
    if (fieldName === "node") return source;
    switch (source.kind) {
      case "root":
        return ofRoot(fieldName, args);
      case "viewer":
        if (fieldName === "did") return source.did;
        return fieldName === "handle" ? null : byDid(fieldName, source.did, args);
      case "page":
        return ofPage(source.all, source.first, fieldName);
      case "row":
        return ofRecord(source.record, fieldName, args, returnType);
      case "group":
        return source.group[fieldName];
      case "value":
        return ofValue(source.value, source.did, fieldName, returnType);
    }
  };
};

const typeOf: GraphQLTypeResolver<Source, unknown> = (source) => {
  if (source.kind === "row") return typeNames[source.record.collection];
  return source.kind === "value" ? typeNames[String(source.value.$type)] : undefined;
};

/** What graphql-js answers with resolvers over the same records: `data` as JSON text. */
export const oracle = (world: World, document: string, variableValues: Record<string, unknown>): string => {
  const rootValue: Source = { kind: "root" };
  const args = { schema: world.api.schema, document: parse(document), rootValue, variableValues };
  const result = execute({ ...args, fieldResolver: makeResolver(world), typeResolver: typeOf });
  if (!("data" in result)) throw new Error(JSON.stringify(result));
  return JSON.stringify(result.data);
};
