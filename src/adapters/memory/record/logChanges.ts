import * as Chunk from "effect/Chunk";
import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import { recordText } from "../../../domain/record/value/recordText.ts";
import { handleOf, isHidden, type RecordState } from "./RecordState.ts";

/** Returns a record that queries see, whether or not its collection is defined. */
const visible = (state: RecordState, uri: AtUri): NamedRecord | null => {
  const { collection, did } = recordAddress(uri);
  if (isHidden(state, { did, uri })) return null;
  const found = Option.flatMap(HashMap.get(state.records, collection), HashMap.get(uri));
  const handle = handleOf(state, did);
  return Option.getOrNull(Option.map(found, (record) => ({ record, handle })));
};

const isSame = ({ record }: NamedRecord, { record: other }: NamedRecord): boolean =>
  record.cid === other.cid && recordText(record.value) === recordText(other.value);

type Versions = Pick<RecordChange, "kind" | "before" | "after">;

const versions = (before: NamedRecord | null, after: NamedRecord | null): ReadonlyArray<Versions> => {
  if (before === null) return after === null ? [] : [{ kind: "created", before, after }];
  if (after === null) return [{ kind: "deleted", before, after }];
  return isSame(before, after) ? [] : [{ kind: "updated", before, after }];
};

/** Adds what changed at some URIs between two states to the change log of the second, as one commit. */
export const logChanges = (
  before: RecordState,
  after: RecordState,
  uris: Iterable<AtUri>,
  committedAt: number
): RecordState => {
  const { changes, commit, forgotten } = after.changeLog;
  const found = Array.from(uris).flatMap((uri) =>
    versions(visible(before, uri), visible(after, uri)).map((change) => ({ ...change, uri }))
  );
  if (found.length === 0) return after;
  const logged = found.map((change, at) => ({
    change: {
      ...change,
      collection: recordAddress(change.uri).collection,
      position: { commit: commit + 1, n: at + 1 }
    },
    committedAt
  }));
  return {
    ...after,
    changeLog: { forgotten, commit: commit + 1, changes: Chunk.appendAll(changes, Chunk.unsafeFromArray(logged)) }
  };
};
