import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { VerificationRuns } from "../../domain/verification/VerificationRuns.ts";
import { BackgroundJobs } from "../background/BackgroundJobs.ts";
import { HealthCounters } from "../health/HealthCounters.ts";
import { readHealth } from "../health/readHealth.ts";
import { ThisProcess } from "../health/ThisProcess.ts";
import { readPublications } from "../transparency/publishing/readPublications.ts";
import { instanceMetrics } from "./instanceMetrics.ts";
import { byLabel, counter, gauge, type MetricFamily, value } from "./MetricFamily.ts";
import { replicaMetrics } from "./replicaMetrics.ts";
import { requestMetrics } from "./requestMetrics.ts";

/** How long a scrape waits for what is in the database. */
const storageTimeout = "3 seconds";

/** For how long scrapes share what was read, so that several of them cost as much as one. */
const sharedFor = "5 seconds";

const readInstance = Effect.gen(function* () {
  const health = yield* readHealth;
  const publications = yield* readPublications;
  const verifications = yield* (yield* VerificationRuns).history;
  return instanceMetrics({ health, publications, verifications });
}).pipe(Effect.timeout(storageTimeout), Effect.option);

const readable = (isReadable: boolean): MetricFamily =>
  gauge(
    "tidemark_storage_readable",
    "0 if the metrics of the instance are missing because its database did not return them within 3 seconds.",
    value(isReadable ? 1 : 0)
  );

const processMetrics = Effect.gen(function* () {
  const { identity } = yield* ThisProcess;
  const jobs = yield* BackgroundJobs;
  const counters = yield* HealthCounters;
  return [
    gauge("tidemark_build_info", "The version of the process; always 1.", [
      { labels: { version: identity.version }, value: 1 }
    ]),
    ...requestMetrics(counters.totals),
    ...replicaMetrics(counters.replicas),
    counter(
      "tidemark_job_restarts_total",
      "How often background jobs died and were restarted.",
      byLabel("job", Object.entries(jobs.counts))
    )
  ];
});

/**
 * Returns an effect that collects the metrics of this process and of the instance. What is in the database is read at most
 * every 5 seconds, and is missing if the database does not respond.
 */
export const makeCollectMetrics = Effect.gen(function* () {
  const instance = yield* Effect.cachedWithTTL(readInstance, sharedFor);
  return Effect.gen(function* () {
    const own = yield* processMetrics;
    const shared = yield* instance;
    return [...own, readable(Option.isSome(shared)), ...Option.getOrElse(shared, () => [])];
  });
});
