import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { bytesInWords, latencyInWords } from "./figures.ts";
import type { Health } from "./Health.ts";

type Process = Health["processes"][number];

const State = ({ reportedAt, state }: Process) => {
  if (state === "RUNNING")
    return (
      <span>
        <span className="badge good">Running</span>
      </span>
    );
  return (
    <span>
      <span className={`badge ${state === "SILENT" ? "bad" : ""}`}>{state === "SILENT" ? "No report" : "Ended"}</span>{" "}
      <span className="soft">
        {state === "SILENT" && "since "}
        <RelativeTime at={reportedAt} />
      </span>
    </span>
  );
};

/** The processes of the instance, up to an hour after their last report. */
export const ProcessTable = ({ processes }: Pick<Health, "processes">) => (
  <section className="card" aria-label="Processes">
    <div className="card-head">
      <h2>Processes</h2>
    </div>
    {processes.length === 0 ? (
      <EmptyState title="No process has reported yet">Processes report every 15 seconds.</EmptyState>
    ) : (
      <table className="table cards figures">
        <TableHead
          columns={[
            "Process",
            "State",
            "Version",
            "Started",
            { name: "Processor", className: "number" },
            { name: "Memory", className: "number" },
            { name: "Loop delay p99", className: "number" },
            { name: "Connections", className: "number" }
          ]}
        />
        <tbody>
          {processes.map((process) => (
            <tr key={process.id}>
              <td>
                <code>{process.host}</code> <span className="soft">pid {process.pid}</span>{" "}
                {process.isThis && <span className="badge accent">Answers you</span>}
              </td>
              <td data-label="State">
                <State {...process} />
              </td>
              <td data-label="Version">{process.version}</td>
              <td data-label="Started">
                <RelativeTime at={process.startedAt} />
              </td>
              <td className="number" data-label="Processor">
                {Math.round(process.processorShare * 100)} %
              </td>
              <td className="number" data-label="Memory">
                {bytesInWords(process.memoryBytes)}
              </td>
              <td className="number" data-label="Loop delay p99">
                {latencyInWords(process.eventLoopDelay)}
              </td>
              <td className="number" data-label="Connections">
                {countOf(process.connections)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
