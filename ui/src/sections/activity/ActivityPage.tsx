import { PageHeader } from "../../components/PageHeader.tsx";
import { ActivityChart } from "./ActivityChart.tsx";
import { Collections } from "./Collections.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { RecentActivity } from "./RecentActivity.tsx";
import { Tiles } from "./Tiles.tsx";
import "./activity.css";

/** What happens on this instance, as it happens. */
export const ActivityPage = () => (
  <>
    <PageHeader title="Activity">
      What this instance holds, and what happens on it. The numbers follow by themselves.
    </PageHeader>
    <div className="stack">
      <FirstSteps />
      <Tiles />
      <ActivityChart />
      <div className="activity-lower">
        <RecentActivity />
        <Collections />
      </div>
    </div>
  </>
);
