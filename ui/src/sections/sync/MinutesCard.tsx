import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { MinutesChart } from "./MinutesChart.tsx";
import { MinutesTable } from "./MinutesTable.tsx";
import type { SyncStatus } from "./SyncStatus.ts";

/** The events per minute of the last hour, as a bar chart or as a table. */
export const MinutesCard = ({ minutes }: Pick<SyncStatus, "minutes">) => {
  const [isTable, setTable] = useState(false);
  return (
    <section className="card" aria-label="Events per minute">
      <div className="card-head">
        <h2>Events per minute</h2>
        <Button size="small" onPress={() => setTable(!isTable)}>
          {isTable ? "Show chart" : "Show table"}
        </Button>
      </div>
      <div className="card-body">
        {isTable ? <MinutesTable minutes={minutes} /> : <MinutesChart minutes={minutes} />}
      </div>
    </section>
  );
};
