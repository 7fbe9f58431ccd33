import type { ActivityCount } from "./ActivityCounts.ts";
import { type ActivityKind, activityKinds } from "./ActivityKind.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long each range is, and each of its buckets, in seconds. Buckets begin at multiples of their length, in UTC. */
export const activityRanges = {
  HOUR: { seconds: hour, bucketSeconds: minute, unit: "minute" },
  THREE_HOURS: { seconds: 3 * hour, bucketSeconds: 5 * minute, unit: "minute" },
  DAY: { seconds: day, bucketSeconds: 30 * minute, unit: "minute" },
  WEEK: { seconds: 7 * day, bucketSeconds: 4 * hour, unit: "hour" },
  MONTH: { seconds: 30 * day, bucketSeconds: day, unit: "hour" }
} as const;
export type ActivityRange = keyof typeof activityRanges;

/** Some time in which so many events of each kind were recorded; `at` in Unix milliseconds. */
export interface ActivityBucket extends Readonly<Record<ActivityKind, number>> {
  readonly at: number;
}

/** The buckets of a range, the last of which has begun and is not over; in Unix milliseconds. */
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

/** Every bucket of a range, also those in which nothing was recorded. */
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
