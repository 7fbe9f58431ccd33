import { problemKind, problemKinds } from "../../domain/health/HealthProblem.ts";
import { isRunning } from "../../domain/health/processLiveness.ts";
import type { SourceState } from "../../domain/sync/stream/sourceState.ts";
import { openFailures, type VerificationHistory } from "../../domain/verification/VerificationHistory.ts";
import type { Health } from "../health/readHealth.ts";
import type { Publication } from "../transparency/publishing/readPublications.ts";
import { byLabel, counter, gauge, type MetricFamily, type Sample, value } from "./MetricFamily.ts";

/** What all processes of an instance have in common. */
export interface InstanceFacts {
  readonly health: Health;
  readonly publications: ReadonlyArray<Publication>;
  readonly verifications: VerificationHistory;
}

const known = (number: number | null | undefined): ReadonlyArray<Sample> =>
  number === null || number === undefined ? [] : value(number);

const queueMetrics = ({ queues }: Health): ReadonlyArray<MetricFamily> => {
  const entries = Object.entries(queues);
  return [
    gauge(
      "tidemark_queue_entries",
      "What waits in the queues of background jobs. A queue is counted up to 10,000.",
      entries.map(([queue, { waiting }]) => ({ labels: { queue }, value: waiting }))
    ),
    gauge(
      "tidemark_queue_failed_entries",
      "The entries of queues whose last attempt failed.",
      entries.map(([queue, { failed }]) => ({ labels: { queue }, value: failed }))
    )
  ];
};

const logMetrics = ({ sealing }: Health): ReadonlyArray<MetricFamily> => [
  counter(
    "tidemark_log_events_total",
    "The events in the log. It is the position of the last one.",
    value(sealing.size + sealing.lagEvents)
  ),
  gauge("tidemark_log_seal_lag_events", "The events after the latest checkpoint.", value(sealing.lagEvents)),
  gauge(
    "tidemark_log_seal_lag_seconds",
    "How long the oldest event after the latest checkpoint has waited; 0 if there is none.",
    value(sealing.lagSeconds)
  ),
  gauge(
    "tidemark_log_checkpoint_age_seconds",
    "The age of the latest checkpoint. It grows while nothing happens.",
    known(sealing.checkpointAgeSeconds)
  )
];

const publicationSample =
  (of: (publication: Publication) => number) =>
  (publication: Publication): Sample => ({
    labels: { kind: publication.kind, name: publication.name },
    value: of(publication)
  });

const isWell = ({ state }: Publication): boolean => state === "current" || state === "waiting" || state === "behind";

const publicationMetrics = (publications: ReadonlyArray<Publication>): ReadonlyArray<MetricFamily> => [
  gauge(
    "tidemark_publication_lag_events",
    "The events that a configured witness or anchor does not have yet.",
    publications.map(publicationSample(({ lagEvents }) => lagEvents))
  ),
  gauge(
    "tidemark_publication_ok",
    "0 if a configured witness or anchor is away, refuses checkpoints, or contradicts this log; otherwise 1.",
    publications.map(publicationSample((publication) => (isWell(publication) ? 1 : 0)))
  )
];

const databaseMetrics = ({ database }: Health): ReadonlyArray<MetricFamily> => [
  gauge("tidemark_database_size_bytes", "The size of the database.", known(database?.bytes)),
  gauge(
    "tidemark_database_connections",
    "The connections of all programs to the database server.",
    known(database?.connections)
  ),
  gauge(
    "tidemark_database_max_connections",
    "The connections that the database server accepts.",
    known(database?.maxConnections)
  )
];

const silentSince = (source: SourceState): number | null =>
  source._tag === "Connected" ? source.silentSince : source.since;

const sourceMetrics = ({ at, source }: Health): ReadonlyArray<MetricFamily> => {
  const since = source === null ? null : silentSince(source);
  return [
    gauge(
      "tidemark_sync_connected",
      "1 while a process is connected to the source of live sync, otherwise 0. Missing if live sync is off.",
      known(source === null ? null : Number(source._tag === "Connected"))
    ),
    gauge(
      "tidemark_sync_silent_seconds",
      "How long the source of live sync has sent nothing, or has been lost.",
      known(since === null ? null : Math.max(0, at - since) / 1000)
    )
  ];
};

/** Returns the metrics that are the same for all processes of an instance. */
export const instanceMetrics = ({
  health,
  publications,
  verifications
}: InstanceFacts): ReadonlyArray<MetricFamily> => {
  const problems = new Set(health.problems.map(problemKind));
  return [
    gauge(
      "tidemark_problem",
      "1 while the page Health of the settings shows a problem of this kind, otherwise 0.",
      byLabel(
        "kind",
        problemKinds.map((kind) => [kind, problems.has(kind) ? 1 : 0])
      )
    ),
    gauge(
      "tidemark_processes",
      "The processes of the instance that run.",
      value(health.processes.filter((report) => isRunning(report, health.at)).length)
    ),
    ...queueMetrics(health),
    ...logMetrics(health),
    gauge(
      "tidemark_verification_open_failures",
      "The failed verifications of the log that no later one has closed.",
      value(openFailures(verifications).length)
    ),
    ...publicationMetrics(publications),
    ...sourceMetrics(health),
    ...databaseMetrics(health)
  ];
};
