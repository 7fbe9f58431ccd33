import { type KeyboardEvent, useState } from "react";
import { ChartFrame } from "../../components/ChartFrame.tsx";
import { chartCeiling } from "../../components/chartCeiling.ts";
import { movedIndex } from "../../components/movedIndex.ts";
import { bucketName } from "./bucketName.ts";
import type { MinuteSeries } from "./MinuteSeries.ts";
import "./activity.css";
import "./minutes.css";

/** A bar for each minute. The caption is about the minute that the pointer or the arrow keys choose. */
export const MinuteBars = <Minute extends { readonly at: string }>({
  inWords,
  minutes,
  partsOf,
  summary
}: MinuteSeries<Minute>) => {
  // By its time, because the bars move to the left while one is chosen.
  const [chosenAt, setChosenAt] = useState<string | null>(null);
  const bars = minutes.map((minute) => ({ at: minute.at, parts: partsOf(minute) }));
  const top = chartCeiling(Math.max(...bars.map(({ parts }) => parts.reduce((sum, [, count]) => sum + count, 0))));
  const chosen = minutes.findIndex(({ at }) => at === chosenAt);
  const current = chosen === -1 ? minutes.length - 1 : chosen;
  const shown = minutes[current];
  const words = shown === undefined ? "" : `${bucketName(shown.at, 60)}: ${inWords(shown)}`;
  const move = (event: KeyboardEvent): void => {
    const next = movedIndex(event.key, current, minutes.length);
    if (next === null) return;
    event.preventDefault();
    setChosenAt(minutes[next]?.at ?? null);
  };
  return (
    <ChartFrame top={top} names={minutes.map(({ at }) => bucketName(at, 60))} caption={chosen === -1 ? summary : words}>
      <div
        className="chart-bars minutes"
        role="slider"
        tabIndex={0}
        aria-label="Minute of the chart"
        aria-valuemin={0}
        aria-valuemax={minutes.length - 1}
        aria-valuenow={current}
        aria-valuetext={words}
        onKeyDown={move}
        onBlur={() => setChosenAt(null)}
        onPointerLeave={() => setChosenAt(null)}
      >
        {bars.map(({ at, parts }) => (
          <div key={at} className={`bar ${at === chosenAt ? "chosen" : ""}`} onPointerEnter={() => setChosenAt(at)}>
            {parts.map(
              ([name, count]) =>
                count > 0 && <i key={name} className={name} style={{ height: `${(count / top) * 100}%` }} />
            )}
          </div>
        ))}
      </div>
    </ChartFrame>
  );
};
