import { readdir } from "node:fs/promises";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import * as Effect from "effect/Effect";
import { counter, gauge, type MetricFamily, type Sample, value } from "../../../application/metrics/MetricFamily.ts";
import { eventLoopDelay } from "../server/eventLoopDelay.ts";

/** In milliseconds. The timer that measures the delay of the event loop runs this often. */
const resolution = 10;

const openFiles = Effect.tryPromise(() => readdir("/proc/self/fd")).pipe(
  Effect.map((files): ReadonlyArray<Sample> => value(files.length)),
  // Only Linux has this folder.
  Effect.orElseSucceed((): ReadonlyArray<Sample> => [])
);

const families = (
  files: ReadonlyArray<Sample>,
  loop: EventLoopUtilization,
  delay: number
): ReadonlyArray<MetricFamily> => {
  const { heapTotal, heapUsed, rss } = process.memoryUsage();
  const { system, user } = process.cpuUsage();
  return [
    counter(
      "process_cpu_seconds_total",
      "Processor time of the process, of all its threads.",
      value((user + system) / 1e6)
    ),
    gauge("process_resident_memory_bytes", "Resident memory.", value(rss)),
    gauge(
      "process_start_time_seconds",
      "When the process started, in Unix time.",
      value(performance.timeOrigin / 1000)
    ),
    gauge("process_open_fds", "Open file descriptors.", files),
    gauge("nodejs_heap_size_total_bytes", "The size of the heap.", value(heapTotal)),
    gauge("nodejs_heap_size_used_bytes", "What the heap holds.", value(heapUsed)),
    counter("nodejs_eventloop_active_seconds_total", "How long the event loop has worked.", value(loop.active / 1000)),
    gauge(
      "nodejs_eventloop_lag_p99_seconds",
      "The 99th percentile of the delay of the event loop since the previous scrape.",
      value(delay)
    )
  ];
};

/** Returns an effect that measures this process of Node.js, under the names that its users know. */
export const makeNodeMetrics = Effect.map(eventLoopDelay(resolution), (delay) =>
  Effect.zipWith(openFiles, delay, (files, late) => families(files, performance.eventLoopUtilization(), late / 1000))
);
