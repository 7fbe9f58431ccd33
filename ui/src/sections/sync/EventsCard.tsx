import { countOf } from "../../components/countOf.ts";
import { MinutesCard } from "../activity/MinutesCard.tsx";
import type { SyncStatus } from "./SyncStatus.ts";

/** The events per minute of the last hour. */
export const EventsCard = ({ minutes }: Pick<SyncStatus, "minutes">) => (
  <MinutesCard
    title="Events per minute"
    minutes={minutes}
    partsOf={({ events }) => [["logins", events]]}
    inWords={({ events, records }) => `${countOf(events)} events, ${countOf(records)} indexed changes`}
    summary={`${countOf(minutes.reduce((sum, { events }) => sum + events, 0))} events in the last hour`}
    columns={[
      ["Events", ({ events }) => events],
      ["Indexed changes", ({ records }) => records]
    ]}
  />
);
