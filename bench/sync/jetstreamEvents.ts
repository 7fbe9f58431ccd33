import * as Either from "effect/Either";
import { recordCid } from "../../src/domain/record/value/recordCid.ts";
import { authorAt, sampleAt, tidAt } from "./sampleRecords.ts";

/** The position of event 0 of a generated Jetstream, in microseconds. It is later than the cursor of a first connection. */
export const firstTime = 1_893_456_000_000_000;

/** Of 20 events, one deletes the record that was created this many events before. */
const deletedAfter = 4_001;

const authorOf = (n: number): string => authorAt(n * 7_919);

const address = (n: number) => ({ rev: tidAt(n), collection: sampleAt(n).collection, rkey: tidAt(n) });

/** Returns the message of a number: a record that is created, or for one of 20, one that is deleted. */
export const jetstreamMessage = (n: number): string => {
  const position = { time_us: firstTime + n, kind: "commit" };
  if (n % 20 === 19 && n > deletedAfter) {
    const created = n - deletedAfter;
    const commit = { ...address(created), rev: tidAt(n), operation: "delete" };
    return JSON.stringify({ did: authorOf(created), ...position, commit });
  }
  const record = sampleAt(n).value;
  const cid = Either.getOrThrow(recordCid(record));
  return JSON.stringify({
    did: authorOf(n),
    ...position,
    commit: { ...address(n), operation: "create", record, cid }
  });
};
