import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { DataSet, RecordList } from "./dataSet.ts";
import { addIndexes, fillOurs } from "./fillOurs.ts";
import type { Tables } from "./rawStatements.ts";

/** The modules by which a version defines and fills its tables. */
const modulesOf = async (root: URL) => {
  const load = (path: string) => import(new URL(path, root).href);
  const client: typeof import("../../src/adapters/postgres/connection/PostgresClient.ts") = await load(
    "src/adapters/postgres/connection/PostgresClient.ts"
  );
  const index: typeof import("../../src/adapters/postgres/record/RecordIndexPostgres.ts") = await load(
    "src/adapters/postgres/record/RecordIndexPostgres.ts"
  );
  const collections: typeof import("../../src/adapters/postgres/record/table/StoredCollection.ts") = await load(
    "src/adapters/postgres/record/table/StoredCollection.ts"
  );
  const folder: typeof import("../../src/adapters/filesystem/readLexiconFolder.ts") = await load(
    "src/adapters/filesystem/readLexiconFolder.ts"
  );
  const parser: typeof import("../../src/domain/lexicon/parse/parseLexiconSet.ts") = await load(
    "src/domain/lexicon/parse/parseLexiconSet.ts"
  );
  const searches: typeof import("../../src/adapters/postgres/record/search/SearchStates.ts") = await load(
    "src/adapters/postgres/record/search/SearchStates.ts"
  );
  return { ...collections, ...folder, ...parser, ...searches, client, index };
};

/** Where a version stores the records, and what of them. */
export interface Filling {
  /** The folder of the version. */
  readonly root: URL;
  readonly databaseUrl: string;
  readonly lexiconDir: string;
  /** Whether the properties that are filtered by get indexes. */
  readonly indexes: boolean;
  /** Whether the words of posts are stored for searches, as `searchedField` has the service do. */
  readonly searched?: boolean;
  readonly data: DataSet;
}

/** The setting of the service by which the text of posts is searched by an index. */
export const searchedField = "app.example.post:text:search";

/** Stores the records by the code of a version, whose service has migrated the database before. Returns its tables. */
export const fillVersion = ({ data, databaseUrl, indexes, lexiconDir, root, searched = false }: Filling) =>
  Effect.gen(function* () {
    const version = yield* Effect.promise(() => modulesOf(root));
    const lexicons = yield* Effect.flatMap(version.readLexiconFolder(lexiconDir), version.parseLexiconSet).pipe(
      Effect.mapError((faults) => new Error(`The Lexicons of the benchmark are invalid: ${JSON.stringify(faults)}`))
    );
    const stored = version.storedCollections(lexicons);
    const tableOf = ({ nsid }: RecordList): string => stored.get(nsid)?.table.sql ?? "";
    const tables: Tables = {
      posts: tableOf(data.posts),
      profiles: tableOf(data.profiles),
      likes: tableOf(data.likes)
    };
    const fill = Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* index.define(lexicons);
      yield* fillOurs(data, tableOf);
      if (indexes) yield* addIndexes(tables.posts);
    });
    const client = version.client.layer({ url: Redacted.make(databaseUrl) });
    const field = { collection: data.posts.nsid, field: "text", purpose: "search" } as const;
    const searches = searched ? new version.SearchStates([field]) : null;
    yield* Effect.provide(fill, Layer.provideMerge(version.index.layer({ searches }), client));
    return tables;
  });
