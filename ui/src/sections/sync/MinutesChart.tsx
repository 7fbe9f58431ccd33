import { type KeyboardEvent, useState } from "react";
import { ChartFrame } from "../../components/ChartFrame.tsx";
import { chartCeiling } from "../../components/chartCeiling.ts";
import { countOf } from "../../components/countOf.ts";
import { movedIndex } from "../../components/movedIndex.ts";
import { bucketName } from "../activity/bucketName.ts";
import type { SyncStatus } from "./SyncStatus.ts";

type Minute = SyncStatus["minutes"][number];

const inWords = ({ at, events, records }: Minute): string =>
  `${bucketName(at, 60)}: ${countOf(events)} events, ${countOf(records)} indexed changes`;

/** A bar for each minute. The caption is about the minute that the pointer or the arrow keys choose. */
export const MinutesChart = ({ minutes }: Pick<SyncStatus, "minutes">) => {
  // By its time, because the bars move to the left while one is chosen.
  const [chosenAt, setChosenAt] = useState<string | null>(null);
  const top = chartCeiling(Math.max(...minutes.map(({ events }) => events)));
  const sum = minutes.reduce((count, { events }) => count + events, 0);
  const chosen = minutes.findIndex(({ at }) => at === chosenAt);
  const shown = minutes[chosen === -1 ? minutes.length - 1 : chosen];
  const move = (event: KeyboardEvent): void => {
    const next = movedIndex(event.key, chosen === -1 ? minutes.length - 1 : chosen, minutes.length);
    if (next === null) return;
    event.preventDefault();
    setChosenAt(minutes[next]?.at ?? null);
  };
  return (
    <ChartFrame
      top={top}
      names={minutes.map(({ at }) => bucketName(at, 60))}
      caption={shown === undefined || chosen === -1 ? `${countOf(sum)} events in the last hour` : inWords(shown)}
    >
      <div
        className="chart-bars minutes"
        role="slider"
        tabIndex={0}
        aria-label="Minute of the chart"
        aria-valuemin={0}
        aria-valuemax={minutes.length - 1}
        aria-valuenow={chosen === -1 ? minutes.length - 1 : chosen}
        aria-valuetext={shown === undefined ? "" : inWords(shown)}
        onKeyDown={move}
        onBlur={() => setChosenAt(null)}
        onPointerLeave={() => setChosenAt(null)}
      >
        {minutes.map(({ at, events }) => (
          <div key={at} className={`bar ${at === chosenAt ? "chosen" : ""}`} onPointerEnter={() => setChosenAt(at)}>
            {events > 0 && <i className="logins" style={{ height: `${(events / top) * 100}%` }} />}
          </div>
        ))}
      </div>
    </ChartFrame>
  );
};
