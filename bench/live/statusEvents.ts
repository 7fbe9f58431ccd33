import * as Either from "effect/Either";
import { recordCid } from "../../src/domain/record/value/recordCid.ts";
import { firstTime } from "../sync/jetstreamEvents.ts";
import { authorAt, authorCount, tidAt } from "../sync/sampleRecords.ts";

/** The time of `tidAt(0)`, in microseconds. */
const tidStart = 1_790_000_000_000_000n;

/** The collection of every event. */
export const collection = "xyz.statusphere.status";

const record = (n: number, createdAt: string) => ({
  $type: collection,
  status: String.fromCodePoint(0x1f600 + (n % 60)),
  createdAt
});

/**
 * The microseconds between two events. A service that connects again asks for the last seconds again, which must not be
 * all events.
 */
export const spacing = 1_000;

/** Returns the Jetstream message of a number: a status that is created at a time. Its record key grows with the number. */
export const statusMessage = (n: number, createdAt: Date): Buffer => {
  const value = record(n, createdAt.toISOString());
  const cid = Either.getOrThrow(recordCid(value));
  const commit = { rev: tidAt(n), collection, rkey: tidAt(n), operation: "create", record: value, cid };
  return Buffer.from(
    JSON.stringify({ did: authorAt(n % authorCount), time_us: firstTime + n * spacing, kind: "commit", commit })
  );
};

const alphabet = "234567abcdefghijklmnopqrstuvwxyz";

/** Returns the number of the event that created a record, by the time in its key (AT Protocol, TID). */
export const numberOf = (uri: string): number => {
  const key = uri.slice(uri.lastIndexOf("/") + 1);
  const bits = [...key].reduce((value, letter) => value * 32n + BigInt(alphabet.indexOf(letter)), 0n);
  return Number(((bits >> 10n) - tidStart) / 1_000n);
};
