import { useState } from "react";
import { ChartFrame } from "../../components/ChartFrame.tsx";
import { chartCeiling } from "../../components/chartCeiling.ts";
import { countOf } from "../../components/countOf.ts";
import "../activity/activity.css";

interface Day {
  readonly day: string;
  readonly signIns: number;
}

const dayName = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

const nameOf = ({ day }: Day): string => dayName.format(Date.parse(`${day}T00:00:00Z`));

const inWords = (count: number): string => `${countOf(count)} ${count === 1 ? "sign-in" : "sign-ins"}`;

/** The sign-ins of each day in UTC as bars. The caption names the number of the bar under the pointer. */
export const SignInChart = ({ days }: { readonly days: ReadonlyArray<Day> }) => {
  const [pointed, setPointed] = useState<Day | null>(null);
  const top = Math.max(4, chartCeiling(Math.max(...days.map(({ signIns }) => signIns))));
  const sum = days.reduce((total, { signIns }) => total + signIns, 0);
  const busiest = days.reduce((most, day) => (day.signIns > most.signIns ? day : most));
  const caption =
    pointed === null ? `${inWords(sum)}, by days in UTC` : `${nameOf(pointed)}: ${inWords(pointed.signIns)}`;
  return (
    <ChartFrame top={top} names={days.map(nameOf)} caption={caption}>
      <div
        className="chart-bars low"
        role="img"
        aria-label={`Sign-ins by day: ${inWords(sum)} in 30 days, most on ${nameOf(busiest)} with ${busiest.signIns}.`}
        onPointerLeave={() => setPointed(null)}
      >
        {days.map((day) => (
          <div key={day.day} className="bar" onPointerEnter={() => setPointed(day)}>
            {day.signIns > 0 && <i className="logins" style={{ height: `${(day.signIns / top) * 100}%` }} />}
          </div>
        ))}
      </div>
    </ChartFrame>
  );
};
