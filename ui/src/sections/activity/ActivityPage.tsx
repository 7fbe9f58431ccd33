import { PageHeader } from "../../components/PageHeader.tsx";
import { ActivityChart } from "./ActivityChart.tsx";
import { Collections } from "./Collections.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { OpenReports } from "./OpenReports.tsx";
import { RecentActivity } from "./RecentActivity.tsx";
import { Tiles } from "./Tiles.tsx";
import { useFirstSteps } from "./useFirstSteps.ts";
import "./activity.css";

/** The statistics and the latest events of the instance. */
export const ActivityPage = () => {
  const { hasNumbers, ...steps } = useFirstSteps();
  return (
    <>
      <PageHeader title="Activity">
        What this instance stores and what is happening on it. Updated every 10 seconds.
      </PageHeader>
      <div className="stack">
        <FirstSteps {...steps} />
        <OpenReports />
        {hasNumbers && <Tiles />}
        <ActivityChart />
        <div className="activity-lower">
          <RecentActivity />
          <Collections />
        </div>
      </div>
    </>
  );
};
