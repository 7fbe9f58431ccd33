import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { PgClient } from "@effect/sql-pg/PgClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Queue from "effect/Queue";
import * as Schedule from "effect/Schedule";
import { reconnectBackoff } from "../../../application/background/backoff.ts";
import { type RegistryReport, RegistryReports } from "../../../domain/client/registry/RegistryReports.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { listen } from "../connection/listen.ts";

const channel = "tidemark_registry";
const applicationName = "tidemark registry";

const unavailable = storeUnavailable("registry-reports");

const isRequestId = (payload: string): boolean => /^[0-9a-f-]{36}$/.test(payload);

const makeRegistryReports = Effect.gen(function* () {
  const sql = yield* PgClient;
  const name = `${hostname()}:${process.pid}`;

  const listener = { config: { ...sql.config, applicationName } };

  const storeReport = (request: string, { clients, position }: Omit<RegistryReport, "process">) =>
    sql`insert into tidemark.registry_reports (question, process, position, clients)
      values (${request}, ${name}, ${position}, ${JSON.stringify(clients)}::json) on conflict do nothing`;

  const respondUntilLost = Effect.fnUntraced(function* (report: Effect.Effect<Omit<RegistryReport, "process">>) {
    const requests = yield* Queue.sliding<string>(16);
    const { lost } = yield* listen(listener, channel, (payload) => {
      if (isRequestId(payload)) requests.unsafeOffer(payload);
    });
    const respondOnce = Effect.flatMap(Queue.take(requests), (request) =>
      Effect.flatMap(report, (current) => storeReport(request, current))
    );
    return yield* Effect.raceFirst(lost, Effect.forever(respondOnce));
  }, Effect.scoped);

  /** The number of listening processes. Every database user may see the application names of other connections. */
  const listening = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`;

  const reportsFor = (request: string) =>
    sql<RegistryReport>`select process, position, clients from tidemark.registry_reports where question = ${request}`;

  const collect = Effect.gen(function* () {
    const request = randomUUID();
    const [{ count } = { count: 0 }] = yield* listening;
    yield* sql`select pg_notify(${channel}, ${request})`;
    const reports = yield* reportsFor(request).pipe(
      Effect.repeat({
        until: (found) => found.length >= count,
        schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo("5 seconds"))
      }),
      Effect.flatMap(() => reportsFor(request))
    );
    yield* sql`delete from tidemark.registry_reports
      where question = ${request} or told_at < clock_timestamp() - interval '1 minute'`;
    return { reports, silent: Math.max(0, count - reports.length) };
  });

  return RegistryReports.of({
    collect: Effect.mapError(collect, unavailable),
    serve: (report) =>
      respondUntilLost(report).pipe(
        Effect.tapError(({ message }) =>
          Effect.logWarning(`Comparisons of the client registry are waiting for the database: ${message}`)
        ),
        Effect.retry(reconnectBackoff),
        Effect.orDie,
        Effect.zipRight(Effect.never)
      )
  });
});

/**
 * The registries of all processes over one database. A request is a notification, and each process responds by a row. Each
 * process listens over a separate connection.
 */
export const layer: Layer.Layer<RegistryReports, never, PgClient> = Layer.effect(RegistryReports, makeRegistryReports);
