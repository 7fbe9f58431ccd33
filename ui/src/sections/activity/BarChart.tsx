import { useState } from "react";
import type { ActivityQuery } from "../../api/documents.ts";
import { ChartFrame } from "../../components/ChartFrame.tsx";
import { chartCeiling } from "../../components/chartCeiling.ts";
import { countOf } from "../../components/countOf.ts";
import { bucketName } from "./bucketName.ts";
import { series } from "./series.ts";

export type Activity = ActivityQuery["activity"];
export type Bucket = Activity["buckets"][number];

export const totalOf = (bucket: Bucket): number => series.reduce((sum, { of }) => sum + bucket[of], 0);

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
  const top = chartCeiling(Math.max(...buckets.map(totalOf)));
  const sum = buckets.reduce((count, bucket) => count + totalOf(bucket), 0);
  return (
    <ChartFrame
      top={top}
      names={buckets.map(({ at }) => bucketName(at, bucketSeconds))}
      caption={
        pointed === null
          ? `${countOf(sum)} events in total`
          : `${bucketName(pointed.at, bucketSeconds)}: ${inWords(pointed)}`
      }
    >
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
    </ChartFrame>
  );
};
