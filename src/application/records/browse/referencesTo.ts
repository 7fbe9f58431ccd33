import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { Collection } from "../../../domain/lexicon/model/Collection.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { isThroughObjects, pathText, type Reference, referencesOf } from "../../../domain/lexicon/model/Reference.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { everyRecord, newestRecords } from "../../../domain/record/query/newestRecords.ts";
import type { JoinField, Parameter } from "../../../domain/record/query/RecordQuery.ts";
import { browsedProperties } from "./browsedProperties.ts";
import { type BrowsedRecord, browsedSelection, describeFound, FoundRecord } from "./browseRecords.ts";

/** The records of a collection that refer to a record at a path, hidden ones included: their number, and the last ones. */
export interface ReferenceTo {
  readonly collection: string;
  /** Such as `subject`, or `items[].subject`. */
  readonly path: string;
  readonly count: number;
  readonly records: ReadonlyArray<BrowsedRecord>;
  /** The property to list all of them by; null if they refer in a list. */
  readonly property: string | null;
}

interface Source {
  readonly collection: Collection;
  readonly reference: Reference;
}

/** How many paths one statement reads, and how many records are shown of each. */
const [atOnce, shown] = [30, 5];

const parameter = (index: number): Parameter => ({ _tag: "Parameter", index });

const joinOf = ({ collection, reference }: Source, index: number): JoinField => ({
  _tag: "ReverseJoin",
  key: `r${index}`,
  via: reference.path,
  page: newestRecords({
    collection: collection.nsid,
    where: everyRecord,
    take: parameter(1),
    members: [
      { _tag: "TotalCount", key: "count" },
      { _tag: "Nodes", key: "nodes", selection: browsedSelection }
    ]
  })
});

const Found = Schema.parseJson(
  Schema.Struct({
    record: Schema.NullOr(
      Schema.Record({
        key: Schema.String,
        value: Schema.Struct({ count: Schema.Number, nodes: Schema.Array(FoundRecord) })
      })
    )
  })
);

const read = Effect.fnUntraced(function* (uri: AtUri, sources: ReadonlyArray<Source>) {
  const index = yield* RecordIndex;
  const { collection } = recordAddress(uri);
  const root = {
    _tag: "RecordRoot",
    key: "record",
    collection,
    uri: parameter(0),
    selection: sources.map(joinOf)
  } as const;
  const text = yield* index.queryAsAdmin({ roots: [root] }, [uri, shown], "all");
  const { record } = yield* Effect.orDie(Schema.decode(Found)(text));
  return sources.map((source, at) => ({ source, ...(record?.[`r${at}`] ?? { count: 0, nodes: [] }) }));
});

/** Returns the records that refer to an indexed record, by collection and path, the most first. Nothing is left out by age. */
export const referencesTo = traced("referencesTo")(function* (uri: AtUri) {
  const { collections, objects } = yield* (yield* LexiconCatalog).current;
  const sources = collections.flatMap((collection) =>
    referencesOf(collection, objects)
      .filter(({ target }) => target === "uri")
      .map((reference): Source => ({ collection, reference }))
  );
  const found = (yield* Effect.forEach(Arr.chunksOf(sources, atOnce), (some) => read(uri, some))).flat();
  const propertyOf = ({ collection, reference: { path } }: Source): string | null => {
    if (!isThroughObjects(path)) return null;
    const properties = browsedProperties(collection, objects);
    const [own, inside] = [path.join("."), `${path.join(".")}.uri`];
    const property = [own, inside].find((name) =>
      properties.some((each) => each.name === name && each.operand === "string")
    );
    return property ?? null;
  };
  return yield* Effect.forEach(
    found.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count),
    ({ count, nodes, source }) =>
      Effect.map(
        describeFound(nodes),
        (records): ReferenceTo => ({
          collection: source.collection.nsid,
          path: pathText(source.reference.path),
          count,
          records,
          property: propertyOf(source)
        })
      )
  );
});
