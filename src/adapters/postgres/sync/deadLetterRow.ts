import type { Did } from "../../../domain/atproto/Did.ts";
import type { StoredDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { fromStoredText, toStoredText } from "../record/sql/storedText.ts";

/** A row of `tidemark.dead_letters` as it is read. */
export interface DeadLetterRow extends Omit<StoredDeadLetter, "did" | "value"> {
  /** The empty text if it could not be read. */
  readonly did: Did | "";
  /** JSON. */
  readonly value: string | null;
}

/** The columns of a `DeadLetterRow`. */
export const deadLetterColumns = `id::float8 as id, source, did, collection, uri, cid, rev, reason, detail, value, bytes,
  received_at::float8 as "receivedAt"`;

/** The stored form of a text that arrived, which may contain U+0000. */
export const storedTextOrNull = (text: string | null): string | null => (text === null ? null : toStoredText(text));

const textOrNull = (stored: string | null): string | null => (stored === null ? null : fromStoredText(stored));

/** Returns the dead letter of a row. */
export const deadLetterOf = (row: DeadLetterRow): StoredDeadLetter => ({
  ...row,
  did: row.did === "" ? null : row.did,
  collection: textOrNull(row.collection),
  uri: textOrNull(row.uri),
  cid: textOrNull(row.cid),
  rev: textOrNull(row.rev),
  detail: textOrNull(row.detail),
  value: row.value === null ? null : JSON.parse(row.value),
  bytes: row.bytes === null ? null : new Uint8Array(row.bytes)
});
