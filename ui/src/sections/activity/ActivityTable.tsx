import { countOf } from "../../components/countOf.ts";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { Activity } from "./BarChart.tsx";
import { bucketAddress } from "./bucketAddress.ts";
import { bucketName } from "./bucketName.ts";
import { series, totalOf } from "./series.ts";

/** The data of the bar chart as a table. */
export const ActivityTable = ({ activity, label }: { readonly activity: Activity; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="table-scroll" aria-label={`${label}, as a table`} tabIndex={0}>
    <table className="table">
      <TableHead
        columns={[
          "From",
          ...series.map(({ name }) => ({ name, className: "number" })),
          { name: "Total", className: "number" }
        ]}
      />
      <tbody>
        {activity.buckets.toReversed().map((bucket) => (
          <tr key={bucket.at}>
            <td className="nowrap">
              <AppLink to={bucketAddress(bucket.at, activity.bucketSeconds)}>
                {bucketName(bucket.at, activity.bucketSeconds)}
              </AppLink>
            </td>
            {series.map(({ of }) => (
              <td key={of} className="number">
                {countOf(bucket[of])}
              </td>
            ))}
            <td className="number">{countOf(totalOf(bucket))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
