import { AccountName } from "../../components/AccountName.tsx";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import type { Backfill } from "./Backfill.ts";
import { BackfillProgress } from "./BackfillProgress.tsx";
import { CancelBackfill } from "./CancelBackfill.tsx";

const badges: Readonly<Record<Backfill["state"], readonly [kind: string, text: string]>> = {
  RUNNING: ["accent", "Running"],
  COMPLETED: ["good", "Completed"],
  CANCELLED: ["", "Cancelled"],
  ABORTED: ["bad", "Aborted"]
};

const Covered = ({ backfill: { collection, dids } }: { readonly backfill: Backfill }) => {
  const [first] = dids;
  if (collection !== null) return <code>{collection}</code>;
  if (first === undefined) return "Everything";
  return dids.length === 1 ? <AccountName did={first} handle={null} /> : `${countOf(dids.length)} accounts`;
};

/** The backfills, newest first, with their progress. */
export const BackfillTable = ({ backfills }: { readonly backfills: ReadonlyArray<Backfill> }) => (
  <table className="table cards">
    <TableHead columns={["Backfill", "State", "Progress", "Started", { name: "Actions", isHidden: true }]} />
    <tbody>
      {backfills.map((backfill) => {
        const { id, reason, startedAt, state } = backfill;
        const [kind, name] = badges[state];
        return (
          <tr key={id}>
            <td>
              <Covered backfill={backfill} />
            </td>
            <td data-label="State">
              <span>
                <span className={`badge ${kind}`}>{name}</span>
                {reason !== null && <span className="small soft line">{reason}</span>}
              </span>
            </td>
            <td data-label="Progress">
              <BackfillProgress backfill={backfill} />
            </td>
            <td data-label="Started">
              <RelativeTime at={startedAt} />
            </td>
            <td className="actions">{state === "RUNNING" && <CancelBackfill id={id} />}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
