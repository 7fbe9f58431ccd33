import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { AdminScope } from "../../../domain/record/index/RecordIndex.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { cursorDecoder } from "../../../domain/record/query/Cursor.ts";
import type {
  Filter,
  Meta,
  Page,
  PageMember,
  Parameter,
  ParameterValue,
  Seek,
  Selection,
  SortKey
} from "../../../domain/record/query/RecordQuery.ts";
import { BrowseRefused } from "./BrowseRefused.ts";
import { browsedProperties } from "./browsedProperties.ts";
import { type HiddenBy, hiddenReasons } from "./hiddenReasons.ts";
import { type RecordCondition, readCondition } from "./readCondition.ts";

/** What to sort records by: their metadata, or a property by its path. */
export type RecordOrder = { readonly descending: boolean } & (
  | { readonly by: "indexed-at" | "record-key" | "author" }
  | { readonly by: "property"; readonly property: string }
);

/** Which records of a collection to list. */
export interface BrowseRequest {
  readonly collection: string;
  readonly author: Did | null;
  /** The beginning of the record key; null for any. */
  readonly rkey: string | null;
  readonly where: ReadonlyArray<RecordCondition>;
  readonly scope: AdminScope | "visible";
  readonly order: RecordOrder;
}

/** A record as admins read it. */
export interface BrowsedRecord {
  readonly uri: AtUri;
  readonly cid: Cid;
  readonly did: Did;
  readonly collection: Nsid;
  readonly rkey: RecordKey;
  readonly handle: string | null;
  readonly indexedAt: string;
  readonly value: unknown;
  /** Null for a visible record. */
  readonly hiddenBy: HiddenBy | null;
}

/** A page of records. `cursor` continues after its last record. */
export interface BrowsedPage {
  readonly records: ReadonlyArray<BrowsedRecord & { readonly cursor: string }>;
  readonly hasNextPage: boolean;
}

const metaField = (meta: Meta) => ({ _tag: "MetaField", key: meta, meta }) as const;

/** What is read of each record. */
export const browsedSelection: Selection = [
  metaField("uri"),
  metaField("cid"),
  metaField("indexedAt"),
  metaField("actorHandle"),
  { _tag: "ValueField", key: "value" }
];

/** A record as the index returns it for `browsedSelection`. */
export const FoundRecord = Schema.Struct({
  uri: AtUri,
  cid: Cid,
  indexedAt: Schema.String,
  actorHandle: Schema.NullOr(Schema.String),
  value: Schema.Unknown
});

const FoundPage = Schema.parseJson(
  Schema.Struct({
    page: Schema.Struct({
      edges: Schema.Array(Schema.Struct({ cursor: Schema.String, node: FoundRecord })),
      pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean })
    })
  })
);

const FoundCount = Schema.parseJson(Schema.Struct({ page: Schema.Struct({ count: Schema.Number }) }));

/** Collects the values of a query, which refers to them by number. */
class Parameters {
  readonly values: Array<ParameterValue> = [];
  readonly add = (value: ParameterValue): Parameter => {
    this.values.push(value);
    return { _tag: "Parameter", index: this.values.length - 1 };
  };
}

const metaOf = { "indexed-at": "indexedAt", "record-key": "rkey", author: "did" } as const;

const metaCondition = (meta: Meta, value: Parameter): Filter => ({
  _tag: "Compare",
  operand: { _tag: "MetaOperand", meta },
  operator: "eq",
  value
});

const refuse = (argument: BrowseRefused["argument"], message: string) => new BrowseRefused({ argument, message });

const collectionOf = Effect.fnUntraced(function* (nsid: string) {
  const { collections, objects } = yield* (yield* LexiconCatalog).current;
  const collection = collections.find((each) => each.nsid === nsid);
  if (collection === undefined)
    return yield* refuse("collection", `collection names ${nsid}, which no Lexicon in use defines as a record.`);
  return { nsid: collection.nsid, properties: browsedProperties(collection, objects) };
});

type Browsed = Effect.Effect.Success<ReturnType<typeof collectionOf>>;

const sortOf = (order: RecordOrder, { properties }: Browsed): Either.Either<SortKey, BrowseRefused> => {
  const direction = order.descending ? "DESC" : "ASC";
  if (order.by !== "property")
    return Either.right({ operand: { _tag: "MetaOperand", meta: metaOf[order.by] }, direction });
  const property = properties.find(({ name }) => name === order.property);
  if (property === undefined || property.operand === null)
    return Either.left(
      refuse(
        "orderBy",
        `orderBy.property names ${order.property}, which cannot be sorted by: use a text, number or time.`
      )
    );
  return Either.right({
    operand: { _tag: "PropertyOperand", path: property.path, type: property.operand },
    direction
  });
};

const seekOf = (after: string, sort: SortKey, { add }: Parameters): Either.Either<Seek, BrowseRefused> =>
  Either.mapBoth(cursorDecoder([sort])(after), {
    onLeft: () => refuse("after", "after is no cursor of this list and order: leave it out to begin anew."),
    onRight: ({ uri, values }): Seek => ({
      values: values.map((value) => (value === null ? null : add(value))),
      uri: add(uri)
    })
  });

interface PlannedPage {
  readonly page: Omit<Page, "members">;
  readonly parameters: ReadonlyArray<ParameterValue>;
}

const plan = Effect.fnUntraced(function* (
  request: BrowseRequest,
  after: string | null,
  first: number,
  browsed: Browsed
) {
  const parameters = new Parameters();
  const { add } = parameters;
  const take = add(first);
  const conditions: Array<Filter> = [];
  if (request.author !== null) conditions.push(metaCondition("did", add(request.author)));
  if (request.rkey !== null)
    conditions.push({
      _tag: "Text",
      operand: { _tag: "MetaOperand", meta: "rkey" },
      operator: "startsWith",
      value: add(request.rkey)
    });
  for (const condition of request.where) conditions.push(yield* readCondition(condition, browsed.properties, add));
  const sort = yield* sortOf(request.order, browsed);
  const seek = after === null ? null : yield* seekOf(after, sort, parameters);
  const page: PlannedPage["page"] = {
    collection: browsed.nsid,
    where: { _tag: "Every", filters: conditions },
    sort: [sort],
    direction: "forward",
    take,
    after: seek,
    before: null
  };
  return { page, parameters: parameters.values } satisfies PlannedPage;
});

const run = Effect.fnUntraced(function* (
  { page, parameters }: PlannedPage,
  members: ReadonlyArray<PageMember>,
  scope: BrowseRequest["scope"]
) {
  const index = yield* RecordIndex;
  const query = { roots: [{ _tag: "PageRoot", key: "page", page: { ...page, members } } as const] };
  return yield* scope === "visible" ? index.query(query, parameters) : index.queryAsAdmin(query, parameters, scope);
});

const pageMembers: ReadonlyArray<PageMember> = [
  {
    _tag: "Edges",
    key: "edges",
    members: [
      { _tag: "Cursor", key: "cursor" },
      { _tag: "Node", key: "node", selection: browsedSelection }
    ]
  },
  { _tag: "PageInfo", key: "pageInfo", members: [{ _tag: "HasNextPage", key: "hasNextPage" }] }
];

/** Returns records as admins read them, each with why it is hidden. */
export const describeFound = Effect.fnUntraced(function* (found: ReadonlyArray<typeof FoundRecord.Type>) {
  const addressed = found.map((record) => ({ ...record, ...recordAddress(record.uri) }));
  const hidden = yield* hiddenReasons(addressed);
  return addressed.map(
    ({ actorHandle: handle, ...record }): BrowsedRecord => ({
      ...record,
      handle,
      hiddenBy: hidden.get(record.uri) ?? null
    })
  );
});

/** Returns a page of the records of a collection, hidden ones included if the scope says so. */
export const browseRecords = traced("browseRecords")(function* (
  request: BrowseRequest,
  after: string | null,
  first: number
) {
  const planned = yield* plan(request, after, first, yield* collectionOf(request.collection));
  const text = yield* run(planned, pageMembers, request.scope);
  const { page } = yield* Effect.orDie(Schema.decode(FoundPage)(text));
  const records = yield* describeFound(page.edges.map(({ node }) => node));
  return {
    records: records.map((record, at) => ({ ...record, cursor: page.edges[at]?.cursor ?? "" })),
    hasNextPage: page.pageInfo.hasNextPage
  } satisfies BrowsedPage;
});

/** Returns the number of records of a request. */
export const countBrowsed = traced("countBrowsed")(function* (request: BrowseRequest) {
  const planned = yield* plan(request, null, 1, yield* collectionOf(request.collection));
  const text = yield* run(planned, [{ _tag: "TotalCount", key: "count" }], request.scope);
  return (yield* Effect.orDie(Schema.decode(FoundCount)(text))).page.count;
});
