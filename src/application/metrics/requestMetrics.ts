import { upperBound } from "../../domain/health/LatencyHistogram.ts";
import { requestOutcomes } from "../../domain/health/RequestOutcome.ts";
import type { RequestCounters } from "../health/RequestCounters.ts";
import type { TotalCounters } from "../health/TotalCounters.ts";
import { byLabel, counter, type Distribution, type MetricFamily } from "./MetricFamily.ts";

/** The buckets whose upper bounds are exported: every doubling from 0.8 ms to 13 s. */
const exportedBuckets = Array.from({ length: 15 }, (_, doubling) => 4 * (doubling + 3));

const inSeconds = (milliseconds: number): number => Number((milliseconds / 1000).toPrecision(9));

const distributionOf = (kind: string, counters: RequestCounters): Distribution => {
  const { latencies } = counters.snapshot();
  const upTo = (last: number) => latencies.slice(0, last + 1).reduce((sum, count) => sum + count, 0);
  return {
    labels: { kind },
    buckets: exportedBuckets.map((bucket) => [inSeconds(upperBound(bucket)), upTo(bucket)]),
    count: upTo(latencies.length),
    sum: inSeconds(counters.milliseconds)
  };
};

/** Returns the metrics of the requests of this process, of its calls to other servers and of its traces, since it started. */
export const requestMetrics = (totals: TotalCounters): ReadonlyArray<MetricFamily> => {
  const kinds = [...totals.kinds];
  return [
    counter(
      "tidemark_http_requests_total",
      "Requests by what they are for, and by outcome: ok, refused (4xx), failed (5xx, or a GraphQL error that is not the fault of the request) or aborted by the client.",
      kinds.flatMap(([kind, counters]) => {
        const counts = counters.snapshot();
        return requestOutcomes.map((outcome) => ({ labels: { kind, outcome }, value: counts[outcome] }));
      })
    ),
    {
      _tag: "Histogram",
      name: "tidemark_http_request_duration_seconds",
      help: "The time until the response began, by what requests are for.",
      distributions: kinds.map(([kind, counters]) => distributionOf(kind, counters))
    },
    counter(
      "tidemark_pds_requests_total",
      "Requests to PDSes and authorization servers, by result: ok, or why there was no usable response.",
      byLabel("result", totals.calls)
    ),
    counter(
      "tidemark_trace_spans_total",
      "Spans of traces by result: exported, dropped because too many waited for the collector, or refused by it.",
      byLabel("result", totals.spans)
    )
  ];
};
