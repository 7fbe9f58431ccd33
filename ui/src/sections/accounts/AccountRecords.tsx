import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { Account } from "./AccountFacts.tsx";

/** The indexed records of an account by collection. */
export const AccountRecords = ({ account: { did, records } }: { readonly account: Account }) => (
  <section className="card" aria-labelledby="records">
    <div className="card-head">
      <h2 id="records">Records</h2>
    </div>
    {records.length === 0 ? (
      <EmptyState title="No records">
        Nothing is indexed of this account in the collections of the Lexicons in use.
      </EmptyState>
    ) : (
      <table className="table cards">
        <TableHead
          columns={[
            "Collection",
            { name: "Records", className: "number" },
            { name: "Hidden", className: "number" },
            "Last indexed"
          ]}
        />
        <tbody>
          {records.map(({ collection, hidden, lastIndexedAt, records: count }) => (
            <tr key={collection}>
              <td>
                <AppLink
                  to={`/records/${collection}?author=${encodeURIComponent(did)}${hidden > 0 ? "&show=all" : ""}`}
                >
                  <code>{collection}</code>
                </AppLink>
              </td>
              <td data-label="Records" className="number">
                {countOf(count)}
              </td>
              <td data-label="Hidden" className="number">
                {countOf(hidden)}
              </td>
              <td data-label="Last indexed">{lastIndexedAt !== null && <RelativeTime at={lastIndexedAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
