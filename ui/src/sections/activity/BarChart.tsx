import { useState } from "react";
import type { ActivityQuery } from "../../api/documents.ts";
import { countOf } from "../../components/countOf.ts";
import { bucketName } from "./bucketName.ts";
import { series } from "./series.ts";

export type Activity = ActivityQuery["activity"];
export type Bucket = Activity["buckets"][number];

export const totalOf = (bucket: Bucket): number => series.reduce((sum, { of }) => sum + bucket[of], 0);

/** The next round number, so that the labels of the axis are round, too. */
export const ceiling = (max: number): number => {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(max, 4)));
  return [1, 2, 4, 5, 8, 10].map((step) => step * magnitude).find((step) => step >= max) ?? 10 * magnitude;
};

const inWords = (bucket: Bucket): string =>
  series
    .filter(({ of }) => bucket[of] > 0)
    .map(({ name, of }) => `${countOf(bucket[of])} ${name.toLowerCase()}`)
    .join(", ") || "no events";

interface BarChartProps {
  readonly activity: Activity;
  readonly label: string;
}

/** Stacked bars of the activity. The caption shows the numbers of the bar under the pointer; the table shows all of them. */
export const BarChart = ({ activity: { bucketSeconds, buckets }, label }: BarChartProps) => {
  const [pointed, setPointed] = useState<Bucket | null>(null);
  const top = ceiling(Math.max(...buckets.map(totalOf)));
  const sum = buckets.reduce((count, bucket) => count + totalOf(bucket), 0);
  const [first, middle, last] = [buckets[0], buckets[Math.floor(buckets.length / 2)], buckets.at(-1)];
  return (
    <figure className="chart">
      <div className="chart-marks" aria-hidden="true">
        {[4, 3, 2, 1, 0].map((quarter) => (
          <span key={quarter}>{countOf((top * quarter) / 4)}</span>
        ))}
      </div>
      <div
        className="chart-bars"
        role="img"
        aria-label={`${label}: ${countOf(sum)} events. Switch to the table for the numbers.`}
        onPointerLeave={() => setPointed(null)}
      >
        {buckets.map((bucket) => (
          <div key={bucket.at} className="bar" onPointerEnter={() => setPointed(bucket)}>
            {series.map(({ of }) =>
              bucket[of] === 0 ? null : <i key={of} className={of} style={{ height: `${(bucket[of] / top) * 100}%` }} />
            )}
          </div>
        ))}
      </div>
      <div className="chart-times" aria-hidden="true">
        {[first, middle, last].map(
          (bucket) => bucket !== undefined && <span key={bucket.at}>{bucketName(bucket.at, bucketSeconds)}</span>
        )}
      </div>
      <figcaption className="soft small">
        {pointed === null
          ? `${countOf(sum)} events in total`
          : `${bucketName(pointed.at, bucketSeconds)}: ${inWords(pointed)}`}
      </figcaption>
    </figure>
  );
};
