import { type SeriesCounts, type SeriesName, series, totalOf } from "./series.ts";

/** A series with less than this share of all events is part of "Other". */
const leastShare = 0.1;

/** Failures stay, however few they are: they are what one looks for. */
const keptAlways: ReadonlySet<SeriesName> = new Set(["other", "failures"]);

const none: SeriesCounts = { logins: 0, refreshes: 0, writes: 0, other: 0, failures: 0 };

const sumOf = (buckets: ReadonlyArray<SeriesCounts>): SeriesCounts => {
  const sum = { ...none };
  for (const bucket of buckets) for (const { of } of series) sum[of] += bucket[of];
  return sum;
};

/** The buckets of a chart after small series were added to "Other", and which series those were. */
export interface FoldedSeries<Bucket> {
  readonly buckets: ReadonlyArray<Bucket>;
  readonly folded: ReadonlySet<SeriesName>;
}

/** Adds the series with less than a tenth of all events to "Other". The total of each bucket stays the same. */
export const foldSeries = <Bucket extends SeriesCounts>(buckets: ReadonlyArray<Bucket>): FoldedSeries<Bucket> => {
  const sum = sumOf(buckets);
  const total = totalOf(sum);
  const folded = new Set(
    series.map(({ of }) => of).filter((of) => !keptAlways.has(of) && sum[of] < total * leastShare)
  );
  const fold = (bucket: Bucket): Bucket => {
    const moved = [...folded].reduce((count, of) => count + bucket[of], 0);
    const zeros = Object.fromEntries([...folded].map((of) => [of, 0]));
    return { ...bucket, ...zeros, other: bucket.other + moved };
  };
  return { buckets: buckets.map(fold), folded };
};
