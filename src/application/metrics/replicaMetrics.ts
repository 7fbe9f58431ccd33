import type { ReplicaCounters } from "../health/ReplicaCounters.ts";
import { byLabel, counter, gauge, type MetricFamily } from "./MetricFamily.ts";

/** Returns the metrics of the read replicas as this process uses them. They have no series if there is none. */
export const replicaMetrics = ({ fallbacks, replicas }: ReplicaCounters): ReadonlyArray<MetricFamily> => [
  gauge(
    "tidemark_replica_in_use",
    "1 while the process reads from a configured read replica, 0 while it is left out.",
    byLabel(
      "replica",
      [...replicas].map(([name, { leftOut }]) => [name, leftOut === null ? 1 : 0])
    )
  ),
  counter(
    "tidemark_replica_reads_total",
    "Queries of records that were sent to a read replica.",
    byLabel(
      "replica",
      [...replicas].map(([name, { reads }]) => [name, reads])
    )
  ),
  counter(
    "tidemark_replica_fallbacks_total",
    "Queries of records that the primary answered although there are read replicas, by reason: all were left out, the chosen one did not have in time what was committed (behind), or it failed.",
    byLabel("reason", fallbacks)
  )
];
