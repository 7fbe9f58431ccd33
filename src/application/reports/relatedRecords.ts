import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { recordAddress } from "../../domain/atproto/AtUri.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import type { IndexedRecord } from "../../domain/record/index/IndexedRecord.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { byAuthor, newestRecords } from "../../domain/record/query/newestRecords.ts";
import type { Root, Selection } from "../../domain/record/query/RecordQuery.ts";
import { strongRefsOf } from "../../domain/report/strongRefsOf.ts";

/** A record beside the subject of a report, with what of it can be shown. `path` says how the subject refers to it. */
export interface RelatedRecord {
  readonly path: string | null;
  readonly uri: string;
  readonly did: string;
  readonly handle: string | null;
  readonly collection: string;
  /** Null if it is not in the index. */
  readonly indexedAt: string | null;
  readonly value: unknown;
}

const mostReferenced = 5;

/** Returns the records that a record refers to by strong references, such as the parent of a reply or what it quotes. */
export const referencedRecords = traced("referencedRecords")(function* ({ value }: IndexedRecord) {
  const index = yield* RecordIndex;
  const refs = strongRefsOf(value, mostReferenced);
  const dids = refs.map(({ uri }) => recordAddress(uri).did);
  const handles = yield* (yield* KnownActors).handles(dids);
  return yield* Effect.forEach(refs, ({ path, uri }) =>
    Effect.map(index.find(uri), (found): RelatedRecord => {
      const { collection, did } = recordAddress(uri);
      const record = Option.getOrNull(found);
      const handle = handles.get(did) ?? null;
      return { path, uri, did, handle, collection, indexedAt: record?.indexedAt ?? null, value: record?.value ?? null };
    })
  );
});

const selection: Selection = [
  { _tag: "MetaField", key: "uri", meta: "uri" },
  { _tag: "MetaField", key: "collection", meta: "collection" },
  { _tag: "MetaField", key: "indexedAt", meta: "indexedAt" },
  { _tag: "ValueField", key: "value" }
];

const Recent = Schema.Record({
  key: Schema.String,
  value: Schema.Struct({
    nodes: Schema.Array(
      Schema.Struct({
        uri: Schema.String,
        collection: Schema.String,
        indexedAt: Schema.String,
        value: Schema.Unknown
      })
    )
  })
});

const readRecent = Schema.decodeUnknownSync(Schema.parseJson(Recent));

/** How many collections are searched for recent records, and how many records of each are read. */
const [mostCollections, ofEach] = [40, 5];

/** Returns the records of an account that were indexed last, in all collections, by one statement. Hidden ones are left out. */
export const recentRecords = traced("recentRecords")(function* (did: Did, limit: number) {
  const { collections } = yield* (yield* LexiconCatalog).current;
  if (collections.length === 0) return [];
  const index = yield* RecordIndex;
  const roots = collections.slice(0, mostCollections).map(
    ({ nsid }, at): Root => ({
      _tag: "PageRoot",
      key: `c${at}`,
      page: newestRecords({
        collection: nsid,
        where: byAuthor({ _tag: "Parameter", index: 0 }),
        take: { _tag: "Parameter", index: 1 },
        members: [{ _tag: "Nodes", key: "nodes", selection }]
      })
    })
  );
  const found = readRecent(yield* index.query({ roots }, [did, ofEach]));
  return Object.values(found)
    .flatMap(({ nodes }) => nodes)
    .toSorted((left, right) => (left.indexedAt < right.indexedAt ? 1 : -1))
    .slice(0, limit)
    .map((node): RelatedRecord => ({ ...node, path: null, did, handle: null }));
});
