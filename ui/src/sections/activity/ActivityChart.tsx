import { useState } from "react";
import { ActivityDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { ActivityTable } from "./ActivityTable.tsx";
import { BarChart } from "./BarChart.tsx";
import { foldSeries } from "./foldSeries.ts";
import { Legend } from "./Legend.tsx";
import { ranges } from "./ranges.ts";
import { type SeriesName, series } from "./series.ts";

/** The activity over a time range, as a bar chart or as a table. */
export const ActivityChart = () => {
  const { change, search } = useFilters();
  const selected = ranges.find(({ value }) => value === search.get("range")) ?? ranges[2];
  const { range = "DAY", value = "day", label = "" } = selected ?? {};
  const [isTable, setTable] = useState(false);
  const { data, error, refetch } = useAdminQuery(
    ActivityDocument,
    { range },
    { keepPrevious: true, pollingInterval: 10_000 }
  );
  const activity = data?.activity;
  const { buckets, folded } = foldSeries(activity?.buckets ?? []);
  const hidden = new Set(series.map(({ of }) => of).filter((of) => search.getAll("hide").includes(of)));
  const toggle = (of: SeriesName): void =>
    change({ hide: hidden.has(of) ? [...hidden].filter((each) => each !== of) : [...hidden, of] });
  return (
    <section className="card" aria-label="Activity over time">
      <div className="card-head">
        <h2>{label}</h2>
        <div className="row">
          <SegmentedControl
            label="Range"
            value={value}
            choices={ranges}
            onChange={(next) => change({ range: next === "day" ? "" : next })}
          />
          <Button size="small" onPress={() => setTable(!isTable)}>
            {isTable ? "Show chart" : "Show table"}
          </Button>
        </div>
      </div>
      <div className="card-body stack-small">
        {error !== null && activity === undefined && (
          <ErrorState title="The activity could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && activity === undefined && <Skeleton lines={8} />}
        {activity !== undefined &&
          (isTable ? (
            <ActivityTable activity={activity} label={label} />
          ) : (
            <>
              <Legend folded={folded} hidden={hidden} onToggle={toggle} />
              <BarChart activity={{ ...activity, buckets }} label={label} hidden={hidden} />
            </>
          ))}
      </div>
    </section>
  );
};
