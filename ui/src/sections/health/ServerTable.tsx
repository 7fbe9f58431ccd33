import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { shareInWords } from "./figures.ts";
import type { Health } from "./Health.ts";

/** The calls of the last hour to PDSes and authorization servers. */
export const ServerTable = ({ servers }: Pick<Health, "servers">) => (
  <section className="card" aria-label="Calls to PDSes">
    <div className="card-head">
      <div>
        <h2>Calls to PDSes</h2>
        <p>And to their authorization servers. Those that fail most come first.</p>
      </div>
    </div>
    {servers.length === 0 ? (
      <EmptyState title="No PDS was called in the last hour">
        PDSes are called when users sign in and write, and when repositories are indexed.
      </EmptyState>
    ) : (
      <table className="table cards figures">
        <TableHead
          columns={[
            "Server",
            { name: "Calls", className: "number" },
            { name: "Failed", className: "number" },
            "Last failure"
          ]}
        />
        <tbody>
          {servers.map(({ calls, failed, host, lastFailure, lastFailureAt }) => (
            <tr key={host ?? ""}>
              <td>{host === null ? "Other servers" : <code>{host}</code>}</td>
              <td className="number" data-label="Calls">
                {countOf(calls)}
              </td>
              <td className={`number ${failed > 0 ? "bad-text" : ""}`} data-label="Failed">
                {shareInWords(failed, calls)}
              </td>
              <td data-label="Last failure">
                {lastFailure === null || lastFailureAt === null ? (
                  "None"
                ) : (
                  <span>
                    It {lastFailure}, <RelativeTime at={lastFailureAt} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
