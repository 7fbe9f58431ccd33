import { type KeyboardEvent, useRef, useState } from "react";
import type { ActivityQuery } from "../../api/documents.ts";
import { ChartFrame } from "../../components/ChartFrame.tsx";
import { chartCeiling } from "../../components/chartCeiling.ts";
import { countOf } from "../../components/countOf.ts";
import { movedIndex } from "../../components/movedIndex.ts";
import { AppLink } from "../../router/AppLink.tsx";
import { bucketAddress } from "./bucketAddress.ts";
import { bucketName } from "./bucketName.ts";
import { type SeriesName, series, totalOf } from "./series.ts";

export type Activity = ActivityQuery["activity"];
type Bucket = Activity["buckets"][number];

interface BarChartProps {
  readonly activity: Activity;
  readonly label: string;
  /** The series that the legend switched off. */
  readonly hidden: ReadonlySet<SeriesName>;
}

/**
 * Stacked bars of the activity. Each opens its time in the audit log; the arrow keys move between them. The caption shows the numbers of the bar that is
 * pointed at or has the focus.
 */
export const BarChart = ({ activity: { bucketSeconds, buckets }, hidden, label }: BarChartProps) => {
  // By its time, because the bars move to the left while one is pointed at.
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const shown = series.filter(({ of }) => !hidden.has(of));
  const inWords = (bucket: Bucket): string =>
    shown
      .filter(({ of }) => bucket[of] > 0)
      .map(({ name, of }) => `${countOf(bucket[of])} ${name.toLowerCase()}`)
      .join(", ") || "no events";
  const top = chartCeiling(Math.max(...buckets.map((bucket) => totalOf(bucket, hidden))));
  const sum = buckets.reduce((count, bucket) => count + totalOf(bucket, hidden), 0);
  const bars = useRef<HTMLUListElement>(null);
  const found = buckets.findIndex(({ at }) => at === pointedAt);
  const focused = found === -1 ? buckets.length - 1 : found;
  const pointed = buckets[found];
  const move = (event: KeyboardEvent): void => {
    const next = movedIndex(event.key, focused, buckets.length);
    if (next === null) return;
    event.preventDefault();
    bars.current?.querySelectorAll("a")[next]?.focus();
  };
  const captionOf = (bucket: Bucket): string => `${bucketName(bucket.at, bucketSeconds)}: ${inWords(bucket)}`;
  return (
    <ChartFrame
      top={top}
      names={buckets.map(({ at }) => bucketName(at, bucketSeconds))}
      caption={pointed === undefined ? `${countOf(sum)} events in total` : captionOf(pointed)}
    >
      <ul
        ref={bars}
        className="chart-bars"
        aria-label={`${label}: ${countOf(sum)} events. Each bar opens its time in the audit log.`}
        onKeyDown={move}
        onPointerLeave={() => setPointedAt(null)}
      >
        {buckets.map((bucket, index) => (
          <li key={bucket.at} onPointerEnter={() => setPointedAt(bucket.at)}>
            <AppLink
              className="bar"
              to={bucketAddress(bucket.at, bucketSeconds)}
              aria-label={captionOf(bucket)}
              tabIndex={index === focused ? 0 : -1}
              onFocus={() => setPointedAt(bucket.at)}
              onBlur={() => setPointedAt(null)}
            >
              {shown.map(({ of }) =>
                bucket[of] === 0 ? null : (
                  <i key={of} className={of} style={{ height: `${(bucket[of] / top) * 100}%` }} />
                )
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
};
