import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { latencyInWords, shareInWords } from "./figures.ts";
import type { Health } from "./Health.ts";
import { kindNames } from "./kindNames.ts";

/** The requests of the last hour by what they were for. */
export const RequestTable = ({ requests }: Pick<Health, "requests">) => (
  <section className="card" aria-label="Requests by kind">
    <div className="card-head">
      <div>
        <h2>Requests by kind</h2>
        <p>Latency until the response begins: half of the requests are faster than p50, 1 % is slower than p99.</p>
      </div>
    </div>
    {requests.length === 0 ? (
      <EmptyState title="No requests in the last hour">
        They appear here up to 15 seconds after they were answered.
      </EmptyState>
    ) : (
      <table className="table cards figures">
        <TableHead
          columns={[
            "Kind",
            { name: "Requests", className: "number" },
            { name: "p50", className: "number" },
            { name: "p95", className: "number" },
            { name: "p99", className: "number" },
            { name: "Refused", className: "number" },
            { name: "Failed", className: "number" }
          ]}
        />
        <tbody>
          {requests
            .toSorted((left, right) => right.requests - left.requests)
            .map(({ failed, kind, p50, p95, p99, refused, requests: count }) => (
              <tr key={kind}>
                <td>{kindNames[kind]}</td>
                <td className="number" data-label="Requests">
                  {countOf(count)}
                </td>
                <td className="number" data-label="p50">
                  {latencyInWords(p50)}
                </td>
                <td className="number" data-label="p95">
                  {latencyInWords(p95)}
                </td>
                <td className="number" data-label="p99">
                  {latencyInWords(p99)}
                </td>
                <td className="number" data-label="Refused">
                  {shareInWords(refused, count)}
                </td>
                <td className={`number ${failed > 0 ? "bad-text" : ""}`} data-label="Failed">
                  {shareInWords(failed, count)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    )}
  </section>
);
