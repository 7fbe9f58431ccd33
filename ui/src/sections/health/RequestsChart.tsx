import { type KeyboardEvent, useState } from "react";
import { ChartFrame } from "../../components/ChartFrame.tsx";
import { chartCeiling } from "../../components/chartCeiling.ts";
import { countOf } from "../../components/countOf.ts";
import { movedIndex } from "../../components/movedIndex.ts";
import { bucketName } from "../activity/bucketName.ts";
import type { Health } from "./Health.ts";

type Minute = Health["minutes"][number];

const numbersOf = ({ failed, refused, requests }: Pick<Minute, "failed" | "refused" | "requests">): string =>
  `${countOf(requests)} ${requests === 1 ? "request" : "requests"}, ${countOf(refused)} refused, ${countOf(failed)} failed`;

const inWords = (minute: Minute): string => `${bucketName(minute.at, 60)}: ${numbersOf(minute)}`;

const sumOf = (minutes: ReadonlyArray<Minute>) =>
  minutes.reduce(
    (sum, { failed, refused, requests }) => ({
      failed: sum.failed + failed,
      refused: sum.refused + refused,
      requests: sum.requests + requests
    }),
    { failed: 0, refused: 0, requests: 0 }
  );

/** The part of a bar, in the order in which the parts are stacked. */
const partsOf = ({ failed, refused, requests }: Minute) =>
  [
    ["failures", failed],
    ["other", refused],
    ["logins", requests - refused - failed]
  ] as const;

/** A bar for each minute. The caption is about the minute that the pointer or the arrow keys choose. */
export const RequestsChart = ({ minutes }: Pick<Health, "minutes">) => {
  // By its time, because the bars move to the left while one is chosen.
  const [chosenAt, setChosenAt] = useState<string | null>(null);
  const top = chartCeiling(Math.max(...minutes.map(({ requests }) => requests)));
  const chosen = minutes.findIndex(({ at }) => at === chosenAt);
  const current = chosen === -1 ? minutes.length - 1 : chosen;
  const shown = minutes[current];
  const move = (event: KeyboardEvent): void => {
    const next = movedIndex(event.key, current, minutes.length);
    if (next === null) return;
    event.preventDefault();
    setChosenAt(minutes[next]?.at ?? null);
  };
  return (
    <ChartFrame
      top={top}
      names={minutes.map(({ at }) => bucketName(at, 60))}
      caption={shown === undefined || chosen === -1 ? `In the last hour: ${numbersOf(sumOf(minutes))}` : inWords(shown)}
    >
      <div
        className="chart-bars minutes"
        role="slider"
        tabIndex={0}
        aria-label="Minute of the chart"
        aria-valuemin={0}
        aria-valuemax={minutes.length - 1}
        aria-valuenow={current}
        aria-valuetext={shown === undefined ? "" : inWords(shown)}
        onKeyDown={move}
        onBlur={() => setChosenAt(null)}
        onPointerLeave={() => setChosenAt(null)}
      >
        {minutes.map((minute) => (
          <div
            key={minute.at}
            className={`bar ${minute.at === chosenAt ? "chosen" : ""}`}
            onPointerEnter={() => setChosenAt(minute.at)}
          >
            {partsOf(minute).map(
              ([name, count]) =>
                count > 0 && <i key={name} className={name} style={{ height: `${(count / top) * 100}%` }} />
            )}
          </div>
        ))}
      </div>
    </ChartFrame>
  );
};
