import { sha256Base64Url } from "../../../../domain/crypto/sha256.ts";
import type { JsonObject } from "../../../../domain/json/Json.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { stringValue } from "../../../../domain/record/value/scalarValue.ts";
import type { SearchedPath } from "../../../../domain/search/SearchedPath.ts";
import { wordsText } from "../../../../domain/search/words.ts";

/** How the records of a collection are searched. */
export interface TableSearch {
  /** The properties whose words are stored beside each record. If there are none, words are not stored. */
  readonly stored: ReadonlyArray<SearchedPath>;
  /** The beginning of `words_of` in rows whose words are up to date. The last characters of the CID follow. */
  readonly marker: string;
  /** The properties that an index covers. The words of every record are stored. */
  readonly indexed: ReadonlyArray<SearchedPath>;
  /** The properties that are configured to be indexed. */
  readonly configured: ReadonlyArray<SearchedPath>;
  /** The properties of free text, which the root `search` looks at where none is configured. */
  readonly free: ReadonlyArray<SearchedPath>;
  /** Whether the collection is small enough to be searched without an index. The words of all its texts are stored. */
  readonly small: boolean;
}

/** A table without stored words. */
export const noSearch: TableSearch = {
  stored: [],
  marker: "",
  indexed: [],
  configured: [],
  free: [],
  small: false
};

/** Incremented when the same texts have other words. */
const rulesVersion = 2;

/** The segmentation of words and the folding of characters change with them. */
const unicodeVersions = [process.versions.icu, process.versions.unicode];

/** Returns the key of a property in the column `words`. */
export const wordsKey = (path: SearchedPath): string => JSON.stringify(path);

/** Returns the marker of rows with the words of some properties, as this process finds words. */
export const wordsMarker = (stored: ReadonlyArray<SearchedPath>, versions = unicodeVersions): string =>
  `${sha256Base64Url(JSON.stringify([rulesVersion, versions, stored.map(wordsKey).sort()])).slice(0, 8)}.`;

/** Returns the value of the column `words` for a record: the words of each property that has some. */
export const storedWords = ({ stored }: TableSearch, value: JsonObject): JsonObject => {
  const words: Record<string, string> = {};
  for (const path of stored) {
    const text = stringValue(propertyAt(value, path));
    const found = text === null ? "" : wordsText(text);
    if (found !== "") words[wordsKey(path)] = found;
  }
  return words;
};

/** The number of characters of a CID that say which version of a record the stored words are of. */
const cidCharacters = 8;

/** Returns the value of `words_of` for a version of a record whose words are up to date. `cid` is an expression. */
export const wordsOfSql = ({ marker }: TableSearch, cid: string): string =>
  `'${marker}' || right(${cid}, ${cidCharacters})`;

/** Returns the same for a CID. */
export const wordsOfText = ({ marker }: TableSearch, cid: string): string => `${marker}${cid.slice(-cidCharacters)}`;
