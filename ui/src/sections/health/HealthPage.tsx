import { HealthDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { DatabaseCard } from "./DatabaseCard.tsx";
import { DoctorCard } from "./DoctorCard.tsx";
import { HealthState } from "./HealthState.tsx";
import { ProcessTable } from "./ProcessTable.tsx";
import { QueueTiles } from "./QueueTiles.tsx";
import { RequestsCard } from "./RequestsCard.tsx";
import { RequestTable } from "./RequestTable.tsx";
import { ServerTable } from "./ServerTable.tsx";
import "../activity/activity.css";
import "./health.css";

/** Processes report as often. */
const pollingInterval = 15_000;

/** Whether the instance works, how fast it is, what fails and what waits. */
export const HealthPage = () => {
  const { data, error, refetch } = useAdminQuery(HealthDocument, {}, { pollingInterval });
  const health = data?.health;
  return (
    <>
      <PageHeader title="Health">
        The last hour of all processes. They report every 15 seconds, and this page is updated as often.
      </PageHeader>
      <div className="stack">
        {error !== null && (
          <ErrorState title="The health could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && health === undefined && <Loading what="the health" lines={10} />}
        {health !== undefined && (
          <>
            <HealthState problems={health.problems} />
            <RequestsCard minutes={health.minutes} />
            <RequestTable requests={health.requests} />
            <ServerTable servers={health.servers} />
            <QueueTiles queues={health.queues} />
            <ProcessTable processes={health.processes} />
            {health.database !== null && <DatabaseCard database={health.database} />}
          </>
        )}
        <DoctorCard />
      </div>
    </>
  );
};
