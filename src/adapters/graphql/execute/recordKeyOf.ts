import * as Either from "effect/Either";
import { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import type { Collection } from "../../../domain/lexicon/model/Collection.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import { recordKeyFor } from "../../../domain/lexicon/validate/recordKeyFor.ts";

/** Returns the record key of a write, or a new one if the write has problems and will not be sent. */
interface KeyOfWrite {
  readonly rkey: RecordKey;
  readonly problems: ReadonlyArray<RecordProblem>;
}

/** Returns the key of a new or existing record by the rule of its collection. */
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
