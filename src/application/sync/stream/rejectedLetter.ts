import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";

/** Returns the dead letter for a valid record that is not stored; null for a removal. */
export const rejectedLetter = (
  { record, rev, uri }: RecordChange,
  source: string,
  detail: string | null,
  receivedAt: number
): (DeadLetter & { readonly uri: AtUri }) | null => {
  if (record === null) return null;
  const { collection, did } = recordAddress(uri);
  const letter = { source, did, collection, uri, cid: record.cid, rev, detail, value: record.value };
  return { ...letter, reason: "refused-by-index", bytes: null, receivedAt };
};
