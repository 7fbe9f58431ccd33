import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { everyRecord, newestRecords } from "../../../domain/record/query/newestRecords.ts";
import type { PageMember, Root } from "../../../domain/record/query/RecordQuery.ts";
import { type BrowsedProperty, browsedProperties } from "./browsedProperties.ts";

/** A collection of the Lexicons in use, as admins browse it. */
export interface BrowsedCollection {
  readonly collection: Nsid;
  readonly description: string | null;
  /** The number of visible records. */
  readonly records: number;
  readonly hidden: number;
  /** When the last visible record was indexed, in ISO 8601; null if there is none. */
  readonly lastIndexedAt: string | null;
  readonly properties: ReadonlyArray<BrowsedProperty>;
}

/** How many collections one statement reads. */
const atOnce = 40;

const rootOf =
  (members: ReadonlyArray<PageMember>) =>
  (collection: Nsid, index: number): Root => ({
    _tag: "PageRoot",
    key: `c${index}`,
    page: newestRecords({ collection, where: everyRecord, take: { _tag: "Parameter", index: 0 }, members })
  });

const Counts = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Struct({ count: Schema.Number }) }));
const Times = Schema.parseJson(
  Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ nodes: Schema.Array(Schema.Struct({ indexedAt: Schema.String })) })
  })
);

const countRoot = rootOf([{ _tag: "TotalCount", key: "count" }]);
const timeRoot = rootOf([
  { _tag: "Nodes", key: "nodes", selection: [{ _tag: "MetaField", key: "indexedAt", meta: "indexedAt" }] }
]);

const readPart = Effect.fnUntraced(function* (part: ReadonlyArray<Nsid>) {
  const index = yield* RecordIndex;
  const hidden = yield* Effect.orDie(
    Schema.decode(Counts)(yield* index.queryAsAdmin({ roots: part.map(countRoot) }, [1], "hidden"))
  );
  const times = yield* Effect.orDie(Schema.decode(Times)(yield* index.query({ roots: part.map(timeRoot) }, [1])));
  return part.map((_, at) => ({
    hidden: hidden[`c${at}`]?.count ?? 0,
    lastIndexedAt: times[`c${at}`]?.nodes[0]?.indexedAt ?? null
  }));
});

/** Returns the collections of the Lexicons in use, with the number of their records; only the one with a name, if there is one. */
export const listCollections = traced("listCollections")(function* (named: string | null) {
  const { collections, objects } = yield* (yield* LexiconCatalog).current;
  const actors = yield* KnownActors;
  const chosen = collections.filter(({ nsid }) => named === null || nsid === named);
  const parts = Arr.chunksOf(
    chosen.map(({ nsid }) => nsid),
    atOnce
  );
  const read = (yield* Effect.forEach(parts, readPart)).flat();
  const counts = yield* Effect.forEach(chosen, ({ nsid }) => actors.records(nsid), { concurrency: 4 });
  return chosen.map(
    (collection, at): BrowsedCollection => ({
      collection: collection.nsid,
      description: collection.description,
      records: counts[at] ?? 0,
      hidden: read[at]?.hidden ?? 0,
      lastIndexedAt: read[at]?.lastIndexedAt ?? null,
      properties: browsedProperties(collection, objects)
    })
  );
});
