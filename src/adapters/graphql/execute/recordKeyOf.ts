import * as Either from "effect/Either";
import { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import type { Collection } from "../../../domain/lexicon/model/Collection.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import { recordKeyFor } from "../../../domain/lexicon/validate/recordKeyFor.ts";

/** The key that a write goes to; where it has problems, which keep it from being sent, a fresh one. */
export interface KeyOfWrite {
  readonly rkey: RecordKey;
  readonly problems: ReadonlyArray<RecordProblem>;
}

/** The key of a new record, or of one that exists, as its collection wants it. */
export const recordKeyOf = (
  { key }: Collection,
  requested: string | null,
  freshTid: string,
  isNew: boolean
): KeyOfWrite =>
  Either.match(recordKeyFor(key, requested, isNew ? freshTid : null), {
    onRight: (rkey): KeyOfWrite => ({ rkey, problems: [] }),
    onLeft: ({ message: reason }) => ({ rkey: RecordKey.make(freshTid), problems: [{ path: "rkey", reason }] })
  });
