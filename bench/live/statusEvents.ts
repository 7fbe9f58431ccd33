import * as Either from "effect/Either";
import { recordCid } from "../../src/domain/record/value/recordCid.ts";
import { firstTime } from "../sync/jetstreamEvents.ts";
import { authorAt, authorCount, tidAt } from "../sync/sampleRecords.ts";

/** The collection of every event. */
export const collection = "xyz.statusphere.status";

const record = (n: number, createdAt: string) => ({
  $type: collection,
  status: String.fromCodePoint(0x1f600 + (n % 60)),
  createdAt
});

/** Returns the Jetstream message of a number: a status that is created now. Its record key grows with the number. */
export const statusMessage = (n: number): Buffer => {
  const value = record(n, new Date().toISOString());
  const cid = Either.getOrThrow(recordCid(value));
  const commit = { rev: tidAt(n), collection, rkey: tidAt(n), operation: "create", record: value, cid };
  return Buffer.from(
    JSON.stringify({ did: authorAt(n % authorCount), time_us: firstTime + n, kind: "commit", commit })
  );
};
