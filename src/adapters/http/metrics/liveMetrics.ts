import { byLabel, counter, gauge, type MetricFamily, value } from "../../../application/metrics/MetricFamily.ts";
import type { LiveCounts } from "../live/LiveConnections.ts";

/** Returns the metrics of the connections that stay open for subscriptions. */
export const liveMetrics = ({ dropped, operations, sockets, streams }: LiveCounts): ReadonlyArray<MetricFamily> => [
  gauge(
    "tidemark_live_connections",
    "The open connections of subscriptions.",
    byLabel("transport", [
      ["websocket", sockets],
      ["sse", streams]
    ])
  ),
  gauge("tidemark_live_operations", "The subscriptions that run over them.", value(operations)),
  counter(
    "tidemark_live_dropped_total",
    "Connections that were dropped because their clients did not read fast enough.",
    value(dropped)
  )
];
