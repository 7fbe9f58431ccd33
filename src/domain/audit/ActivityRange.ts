import type { ActivityCount } from "./ActivityCounts.ts";
import { type ActivityKind, activityKinds } from "./ActivityKind.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The length of each range and of its buckets, in seconds. Buckets start at multiples of their length, in UTC. */
export const activityRanges = {
  HOUR: { seconds: hour, bucketSeconds: minute, unit: "minute" },
  THREE_HOURS: { seconds: 3 * hour, bucketSeconds: 5 * minute, unit: "minute" },
  DAY: { seconds: day, bucketSeconds: 30 * minute, unit: "minute" },
  WEEK: { seconds: 7 * day, bucketSeconds: 4 * hour, unit: "hour" },
  MONTH: { seconds: 30 * day, bucketSeconds: day, unit: "hour" }
} as const;
export type ActivityRange = keyof typeof activityRanges;

/** The number of events of each kind in one bucket. `at` is its start in Unix milliseconds. */
export interface ActivityBucket extends Readonly<Record<ActivityKind, number>> {
  readonly at: number;
}

/** Returns the time covered by a range in Unix milliseconds: its last bucket is the one that contains `now`. */
export const activityWindow = (range: ActivityRange, now: number): { readonly from: number; readonly to: number } => {
  const { bucketSeconds, seconds } = activityRanges[range];
  const length = bucketSeconds * 1000;
  const to = (Math.floor(now / length) + 1) * length;
  return { from: to - seconds * 1000, to };
};

const instantOf = ({ startsAt }: ActivityCount): number =>
  Date.parse(startsAt.length === "2026-01-31T12".length ? `${startsAt}:00Z` : `${startsAt}Z`);

const nothing = { logins: 0, refreshes: 0, writes: 0, failures: 0, other: 0 } as const;

const plus = (bucket: ActivityBucket, count: ActivityCount): ActivityBucket => ({
  ...bucket,
  ...Object.fromEntries(activityKinds.map((kind) => [kind, bucket[kind] + count[kind]]))
});

/** Returns every bucket of a range, including empty ones. */
export const activityBuckets = (
  range: ActivityRange,
  now: number,
  counts: ReadonlyArray<ActivityCount>
): ReadonlyArray<ActivityBucket> => {
  const length = activityRanges[range].bucketSeconds * 1000;
  const { from, to } = activityWindow(range, now);
  const buckets = Array.from(
    { length: (to - from) / length },
    (_, index): ActivityBucket => ({
      at: from + index * length,
      ...nothing
    })
  );
  for (const count of counts) {
    const index = Math.floor((instantOf(count) - from) / length);
    const bucket = buckets[index];
    if (bucket !== undefined) buckets[index] = plus(bucket, count);
  }
  return buckets;
};
