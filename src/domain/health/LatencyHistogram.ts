/**
 * The number of latencies in each bucket. The buckets are the same everywhere, so that histograms of several processes and
 * minutes can be added. Empty buckets at the end may be missing.
 */
export type LatencyHistogram = ReadonlyArray<number>;

/** The upper bound of the first bucket, in milliseconds. */
const firstBound = 0.1;

/** The number of buckets in which a latency doubles. */
const perDoubling = 4;

/** The first bucket, 21 doublings (up to 3.5 minutes), and one for all that is longer. */
export const bucketCount = 2 + 21 * perDoubling;

export const emptyHistogram: LatencyHistogram = [];

/** Returns the bucket of a latency in milliseconds. */
export const bucketOf = (milliseconds: number): number => {
  if (!(milliseconds > firstBound)) return 0;
  return Math.min(bucketCount - 1, 1 + Math.floor(Math.log2(milliseconds / firstBound) * perDoubling));
};

/** Returns the lower bound of a bucket in milliseconds; 0 for the first. */
export const lowerBound = (bucket: number): number =>
  bucket === 0 ? 0 : firstBound * 2 ** ((bucket - 1) / perDoubling);

/** Returns the upper bound of a bucket in milliseconds; infinite for the last. */
export const upperBound = (bucket: number): number =>
  bucket === bucketCount - 1 ? Number.POSITIVE_INFINITY : lowerBound(bucket + 1);

/** Returns the number of latencies. */
export const sizeOf = (histogram: LatencyHistogram): number => histogram.reduce((sum, count) => sum + count, 0);

/** Adds two histograms. */
export const addHistograms = (left: LatencyHistogram, right: LatencyHistogram): LatencyHistogram =>
  Array.from(
    { length: Math.max(left.length, right.length) },
    (_, bucket) => (left[bucket] ?? 0) + (right[bucket] ?? 0)
  );

/** Returns the middle of a bucket: it differs from each latency in it by less than a tenth. */
const middleOf = (bucket: number): number =>
  bucket === 0 ? firstBound / 2 : lowerBound(bucket) * 2 ** (1 / (2 * perDoubling));

/**
 * Returns a quantile in milliseconds, such as 0.95; null for an empty histogram. The exact value lies in the same bucket, so
 * that it differs by less than a tenth where it is between 0.1 ms and 3.5 minutes.
 */
export const quantileOf = (histogram: LatencyHistogram, quantile: number): number | null => {
  const size = sizeOf(histogram);
  if (size === 0) return null;
  const rank = Math.max(1, Math.ceil(quantile * size));
  let counted = 0;
  const bucket = histogram.findIndex((count) => {
    counted += count;
    return counted >= rank;
  });
  return middleOf(bucket);
};
