import * as Option from "effect/Option";
import type { IndexedField } from "../../../domain/record/index/IndexedField.ts";
import { encodeCursor } from "../../../domain/record/query/Cursor.ts";
import { comparePositions } from "../../../domain/record/query/comparePositions.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import type { ParameterValue, SearchPage } from "../../../domain/record/query/RecordQuery.ts";
import {
  pageSizeParameter,
  scalarParameter,
  textParameter,
  textsParameter
} from "../../../domain/record/query/readParameter.ts";
import { instant } from "../../../domain/record/value/instant.ts";
import { propertyAt } from "../../../domain/record/value/propertyAt.ts";
import { stringValue } from "../../../domain/record/value/scalarValue.ts";
import { matchesSearch, searchRank } from "../../../domain/search/matchesSearch.ts";
import { recentWords } from "../../../domain/search/recentWords.ts";
import { searchFingerprint, searchSort } from "../../../domain/search/SearchCursor.ts";
import type { SearchedPath } from "../../../domain/search/SearchedPath.ts";
import { type RecordReader, type RecordState, visibleRecords } from "./RecordState.ts";
import { searchedPaths } from "./searchedPaths.ts";

/** A record that satisfies a search, in its place. */
export interface FoundRecord {
  readonly row: NamedRecord;
  readonly rank: number;
  readonly cursor: string;
}

/** The rows of a page of a search, and whether there are adjacent rows. */
export interface SearchSlice {
  readonly rows: ReadonlyArray<FoundRecord>;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: number;
}

interface SearchOptions {
  /** The fields that are configured to be searched. */
  readonly searched: ReadonlyArray<IndexedField>;
  readonly reader: RecordReader;
}

/** The words of two properties have two spaces between them, so that no phrase is in both. */
const wordsOfRecord = ({ record }: NamedRecord, paths: ReadonlyArray<SearchedPath>): string =>
  paths
    .map((path) => stringValue(propertyAt(record.value, path)))
    .map((text) => (text === null ? "" : recentWords(text)))
    .join("");

const order = comparePositions(searchSort);

/** Selects a page from the records of the collections that are searched. */
export const sliceSearch = (
  page: SearchPage,
  state: RecordState,
  { reader, searched: fields }: SearchOptions,
  parameters: ReadonlyArray<ParameterValue>
): SearchSlice => {
  const needles = textsParameter(parameters, page.needles);
  const fingerprint = searchFingerprint(needles);
  const all = page.collections
    .flatMap((nsid) => {
      const paths = searchedPaths(state, fields, nsid) ?? [];
      return visibleRecords(state, nsid, reader).map((row) => ({ row, words: wordsOfRecord(row, paths) }));
    })
    .filter(({ words }) => matchesSearch(words, needles))
    .map(({ row, words }) => {
      const rank = searchRank(words, needles);
      const indexedAt = Option.getOrNull(instant(row.record.indexedAt));
      return { row, rank, position: { uri: row.record.uri, values: [rank, indexedAt] } };
    })
    .sort((left, right) => order(left.position, right.position));
  const after = page.after && {
    uri: textParameter(parameters, page.after.uri),
    values: [scalarParameter(parameters, page.after.rank), scalarParameter(parameters, page.after.indexedAt)]
  };
  const following = all.filter(({ position }) => after === null || order(position, after) > 0);
  const take = pageSizeParameter(parameters, page.take);
  return {
    rows: following.slice(0, take).map(({ position, rank, row }) => ({
      row,
      rank,
      cursor: encodeCursor(fingerprint, position)
    })),
    hasNextPage: following.length > take,
    hasPreviousPage: following.length < all.length,
    totalCount: all.length
  };
};
