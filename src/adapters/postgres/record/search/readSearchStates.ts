import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { SearchedPath } from "../../../../domain/search/SearchedPath.ts";
import { maxUnindexedRecords } from "../../../../domain/search/SearchRefused.ts";
import { quoteName, schema, tableName } from "../sql/sqlNames.ts";
import type { SearchStates } from "./SearchStates.ts";

interface IndexedRow {
  readonly nsid: string;
  readonly properties: ReadonlyArray<SearchedPath>;
}

const isSmallText = (nsid: string): string =>
  `select not exists (select from ${schema}.${quoteName(tableName(nsid))} offset ${maxUnindexedRecords - 1} limit 1) as small`;

/** Reads which collections are small, and which have an index of words. All of them must have tables. */
export const readSearchStates = Effect.fnUntraced(function* (states: SearchStates, { collections }: LexiconSet) {
  const sql = yield* SqlClient;
  const small = yield* Effect.filter(collections, ({ nsid }) =>
    Effect.map(sql.unsafe<{ small: boolean }>(isSmallText(nsid)), ([row]) => row?.small === true)
  );
  const indexed = yield* sql.unsafe<IndexedRow>(`select nsid, properties from ${schema}.word_indexes order by nsid`);
  states.set(
    collections.map(({ nsid }) => nsid),
    new Set(small.map(({ nsid }) => nsid)),
    new Map(indexed.map(({ nsid, properties }) => [nsid, properties]))
  );
});
