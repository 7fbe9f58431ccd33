import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Nsid } from "../../domain/atproto/Nsid.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { type AdminScope, RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { byAuthor, newestRecords } from "../../domain/record/query/newestRecords.ts";
import type { RecordQuery, Root } from "../../domain/record/query/RecordQuery.ts";

/** How many records of an account a collection has, how many of them are hidden, and when the last one was indexed. */
export interface CollectionRecords {
  readonly collection: Nsid;
  readonly records: number;
  readonly hidden: number;
  /** ISO 8601 in UTC. */
  readonly lastIndexedAt: string | null;
}

/** How many collections one statement counts. */
const atOnce = 40;

const Counted = Schema.parseJson(
  Schema.Record({
    key: Schema.String,
    value: Schema.Struct({
      count: Schema.Number,
      nodes: Schema.Array(Schema.Struct({ indexedAt: Schema.String }))
    })
  })
);

const rootOf = (collection: Nsid, index: number): Root => ({
  _tag: "PageRoot",
  key: `c${index}`,
  page: newestRecords({
    collection,
    where: byAuthor({ _tag: "Parameter", index: 0 }),
    take: { _tag: "Parameter", index: 1 },
    members: [
      { _tag: "TotalCount", key: "count" },
      { _tag: "Nodes", key: "nodes", selection: [{ _tag: "MetaField", key: "indexedAt", meta: "indexedAt" }] }
    ]
  })
});

const count = Effect.fnUntraced(function* (did: Did, collections: ReadonlyArray<Nsid>, scope: AdminScope) {
  const index = yield* RecordIndex;
  const query: RecordQuery = { roots: collections.map(rootOf) };
  const found = yield* index.queryAsAdmin(query, [did, 1], scope);
  const counted = yield* Effect.orDie(Schema.decode(Counted)(found));
  return collections.map((_, at) => counted[`c${at}`] ?? { count: 0, nodes: [] });
});

/** Returns the records of an account by collection, the largest first, hidden ones included. Empty collections are left out. */
export const accountRecords = traced("accountRecords")(function* (did: Did) {
  const { collections } = yield* (yield* LexiconCatalog).current;
  const parts = Arr.chunksOf(
    collections.map(({ nsid }) => nsid),
    atOnce
  );
  const counted = yield* Effect.forEach(parts, (part) =>
    Effect.map(Effect.all([count(did, part, "all"), count(did, part, "hidden")]), ([all, hidden]) =>
      part.map(
        (collection, at): CollectionRecords => ({
          collection,
          records: all[at]?.count ?? 0,
          hidden: hidden[at]?.count ?? 0,
          lastIndexedAt: all[at]?.nodes[0]?.indexedAt ?? null
        })
      )
    )
  );
  return counted
    .flat()
    .filter(({ records }) => records > 0)
    .toSorted((left, right) => right.records - left.records);
});
