import { countOf } from "../../components/countOf.ts";
import { TableHead } from "../../components/TableHead.tsx";
import { bucketName } from "../activity/bucketName.ts";
import type { SyncStatus } from "./SyncStatus.ts";

/** The data of the chart as a table, latest minute first. */
export const MinutesTable = ({ minutes }: Pick<SyncStatus, "minutes">) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="table-scroll minutes-table" aria-label="Events per minute, as a table" tabIndex={0}>
    <table className="table">
      <TableHead
        columns={["Minute", { name: "Events", className: "number" }, { name: "Indexed changes", className: "number" }]}
      />
      <tbody>
        {minutes.toReversed().map(({ at, events, records }) => (
          <tr key={at}>
            <td>{bucketName(at, 60)}</td>
            <td className="number">{countOf(events)}</td>
            <td className="number">{countOf(records)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
