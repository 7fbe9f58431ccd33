import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import type { SyncStatus } from "./SyncStatus.ts";

/** The collections in use, with the last change that the source reported of each. */
export const CollectionsCard = ({ collections }: Pick<SyncStatus, "collections">) => (
  <section className="card" aria-label="Collections">
    <div className="card-head">
      <div>
        <h2>Collections</h2>
        <p>A source can be alive and say nothing of a collection. Changes by any author count.</p>
      </div>
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
    <section className="table-scroll" aria-label="Collections in use, with their last changes" tabIndex={0}>
      <table className="table">
        <TableHead columns={["Collection", "Last change"]} />
        <tbody>
          {collections.map(({ collection, lastEventAt }) => (
            <tr key={collection}>
              <td>
                <code>{collection}</code>
              </td>
              <td>{lastEventAt === null ? "None yet" : <RelativeTime at={lastEventAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
);
