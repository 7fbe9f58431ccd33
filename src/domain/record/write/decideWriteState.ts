import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { WriteRequested } from "./RecordWriteEvent.ts";

/** What is found of a write at the PDS. */
export type WriteState =
  /** All that was asked for is so: written, whoever asked. */
  | { readonly _tag: "Holds" }
  /** It cannot have been written, because of what is at one of its addresses, or is not. */
  | { readonly _tag: "Impossible"; readonly reason: "record-exists" | "record-not-found"; readonly uri: AtUri }
  /** It was not written, or not yet, or somebody else changed it since. */
  | { readonly _tag: "NotThere" };

type Request = Pick<WriteRequested, "action" | "cid" | "uri">;

const obstacle =
  (there: ReadonlyMap<AtUri, Cid>, isBatch: boolean) =>
  ({ action, cid, uri }: Request): ReadonlyArray<WriteState> => {
    const found = there.get(uri);
    if (action === "create" && found !== undefined && found !== cid)
      return [{ _tag: "Impossible", reason: "record-exists", uri }];
    const needed = isBatch && action !== "create";
    return needed && found === undefined ? [{ _tag: "Impossible", reason: "record-not-found", uri }] : [];
  };

/**
 * Compares what was asked for with the CIDs of what the PDS holds at the addresses; absent ones have none. `isConclusive` says
 * that the PDS itself answered that it failed, so that what is in the way now was in the way then. Alone, an update
 * makes a missing record and a delete of one does nothing; in a batch both fail (`com.atproto.repo.applyWrites`).
 */
export const decideWriteState = (
  requests: ReadonlyArray<Request>,
  there: ReadonlyMap<AtUri, Cid>,
  isConclusive: boolean,
  isBatch = requests.length > 1
): WriteState => {
  if (requests.every(({ cid, uri }) => (there.get(uri) ?? null) === cid)) return { _tag: "Holds" };
  const [first] = isConclusive ? requests.flatMap(obstacle(there, isBatch)) : [];
  return first ?? { _tag: "NotThere" };
};
