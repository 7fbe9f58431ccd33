import type * as Either from "effect/Either";
import { sha256Base64Url } from "../crypto/sha256.ts";
import { type BadCursor, type CursorPosition, cursorDecoder } from "../record/query/Cursor.ts";
import type { SortKey } from "../record/query/RecordQuery.ts";
import type { Needle } from "./parseSearch.ts";

/** The order of a search, without the URI: rank, then the time of indexing. */
export const searchSort: ReadonlyArray<SortKey> = [
  { operand: { _tag: "PropertyOperand", path: ["rank"], type: "integer" }, direction: "DESC" },
  { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
];

/** Returns eight characters that identify a search, because the rank of a record is another one in another search. */
export const searchFingerprint = (needles: ReadonlyArray<Needle>): string =>
  sha256Base64Url(JSON.stringify(["search", ...needles])).slice(0, 8);

/** Decodes the cursor of a search. */
export const decodeSearchCursor = (
  needles: ReadonlyArray<Needle>,
  cursor: string
): Either.Either<CursorPosition, BadCursor> => cursorDecoder(searchSort, searchFingerprint(needles))(cursor);
