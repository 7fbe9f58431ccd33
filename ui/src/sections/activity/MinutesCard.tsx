import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { countOf } from "../../components/countOf.ts";
import { TableHead } from "../../components/TableHead.tsx";
import { bucketName } from "./bucketName.ts";
import { MinuteBars } from "./MinuteBars.tsx";
import type { MinuteSeries } from "./MinuteSeries.ts";

interface MinutesCardProps<Minute extends { readonly at: string }> extends MinuteSeries<Minute> {
  /** Such as "Events per minute". */
  readonly title: string;
  /** The columns of the table after the minute. */
  readonly columns: ReadonlyArray<readonly [name: string, of: (minute: Minute) => number]>;
}

/** The data of the chart as a table, latest minute first. */
const MinutesTable = <Minute extends { readonly at: string }>({
  columns,
  minutes,
  title
}: Pick<MinutesCardProps<Minute>, "columns" | "minutes" | "title">) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="table-scroll minutes-table" aria-label={`${title}, as a table`} tabIndex={0}>
    <table className="table">
      <TableHead columns={["Minute", ...columns.map(([name]) => ({ name, className: "number" }))]} />
      <tbody>
        {minutes.toReversed().map((minute) => (
          <tr key={minute.at}>
            <td>{bucketName(minute.at, 60)}</td>
            {columns.map(([name, of]) => (
              <td key={name} className="number">
                {countOf(of(minute))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** The counts per minute of the last hour, as a bar chart or as a table. */
export const MinutesCard = <Minute extends { readonly at: string }>({
  columns,
  title,
  ...series
}: MinutesCardProps<Minute>) => {
  const [isTable, setTable] = useState(false);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <Button size="small" onPress={() => setTable(!isTable)}>
          {isTable ? "Show chart" : "Show table"}
        </Button>
      </div>
      <div className="card-body">
        {isTable ? (
          <MinutesTable title={title} columns={columns} minutes={series.minutes} />
        ) : (
          <MinuteBars {...series} />
        )}
      </div>
    </section>
  );
};
