import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { countOf } from "../../components/countOf.ts";
import { bucketName } from "../activity/bucketName.ts";
import type { Health } from "./Health.ts";
import { RequestsChart } from "./RequestsChart.tsx";

const MinutesTable = ({ minutes }: Pick<Health, "minutes">) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="table-scroll minutes-table" aria-label="Requests per minute, as a table" tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Minute</th>
          <th scope="col" className="number">
            Requests
          </th>
          <th scope="col" className="number">
            Refused
          </th>
          <th scope="col" className="number">
            Failed
          </th>
        </tr>
      </thead>
      <tbody>
        {minutes.toReversed().map(({ at, failed, refused, requests }) => (
          <tr key={at}>
            <td>{bucketName(at, 60)}</td>
            <td className="number">{countOf(requests)}</td>
            <td className="number">{countOf(refused)}</td>
            <td className="number">{countOf(failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** The requests per minute of the last hour, as a bar chart or as a table. */
export const RequestsCard = ({ minutes }: Pick<Health, "minutes">) => {
  const [isTable, setTable] = useState(false);
  return (
    <section className="card" aria-label="Requests per minute">
      <div className="card-head">
        <h2>Requests per minute</h2>
        <Button size="small" onPress={() => setTable(!isTable)}>
          {isTable ? "Show chart" : "Show table"}
        </Button>
      </div>
      <div className="card-body">
        {isTable ? <MinutesTable minutes={minutes} /> : <RequestsChart minutes={minutes} />}
      </div>
    </section>
  );
};
