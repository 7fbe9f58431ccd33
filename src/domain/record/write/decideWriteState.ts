import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { WriteRequested } from "./RecordWriteEvent.ts";

/** The state of a write at the PDS. */
export type WriteState =
  /** Everything is as requested: the write counts as written, whoever wrote it. */
  | { readonly _tag: "Confirmed" }
  /** The write is impossible, because a record exists, or does not exist, at one of its AT URIs. */
  | { readonly _tag: "Rejected"; readonly reason: "record-exists" | "record-not-found"; readonly uri: AtUri }
  /** The write did not happen, or not yet, or another client changed the record since. */
  | { readonly _tag: "InDoubt" };

type Request = Pick<WriteRequested, "action" | "cid" | "uri">;

const obstacle =
  (stored: ReadonlyMap<AtUri, Cid>, isBatch: boolean) =>
  ({ action, cid, uri }: Request): ReadonlyArray<WriteState> => {
    const found = stored.get(uri);
    if (action === "create" && found !== undefined && found !== cid)
      return [{ _tag: "Rejected", reason: "record-exists", uri }];
    const needed = isBatch && action !== "create";
    return needed && found === undefined ? [{ _tag: "Rejected", reason: "record-not-found", uri }] : [];
  };

/**
 * Returns the state of a write from the CIDs of the records that the PDS has at its AT URIs. `isConclusive` means that
 * the PDS itself reported a failure, so that an obstacle found now was there at the time. A single update creates a
 * missing record, and a single delete of one does nothing; in a batch both fail (`com.atproto.repo.applyWrites`).
 */
export const decideWriteState = (
  requests: ReadonlyArray<Request>,
  stored: ReadonlyMap<AtUri, Cid>,
  isConclusive: boolean,
  isBatch = requests.length > 1
): WriteState => {
  if (requests.every(({ cid, uri }) => (stored.get(uri) ?? null) === cid)) return { _tag: "Confirmed" };
  const [first] = isConclusive ? requests.flatMap(obstacle(stored, isBatch)) : [];
  return first ?? { _tag: "InDoubt" };
};
