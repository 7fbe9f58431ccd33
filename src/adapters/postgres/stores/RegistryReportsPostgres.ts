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

const isQuestion = (payload: string): boolean => /^[0-9a-f-]{36}$/.test(payload);

const makeRegistryReports = Effect.gen(function* () {
  const sql = yield* PgClient;
  const name = `${hostname()}:${process.pid}`;

  const listener = { config: { ...sql.config, applicationName } };

  const storeReport = (question: string, { clients, position }: Omit<RegistryReport, "process">) =>
    sql`insert into tidemark.registry_reports (question, process, position, clients)
      values (${question}, ${name}, ${position}, ${JSON.stringify(clients)}::json) on conflict do nothing`;

  const respondUntilLost = Effect.fnUntraced(function* (report: Effect.Effect<Omit<RegistryReport, "process">>) {
    const questions = yield* Queue.sliding<string>(16);
    const { lost } = yield* listen(listener, channel, (payload) => {
      if (isQuestion(payload)) questions.unsafeOffer(payload);
    });
    const respondOnce = Effect.flatMap(Queue.take(questions), (question) =>
      Effect.flatMap(report, (made) => storeReport(question, made))
    );
    return yield* Effect.raceFirst(lost, Effect.forever(respondOnce));
  }, Effect.scoped);

  /** By what every database user may see of the connections of others. */
  const listening = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`;

  const reportsTo = (question: string) =>
    sql<RegistryReport>`select process, position, clients from tidemark.registry_reports where question = ${question}`;

  const ask = Effect.gen(function* () {
    const question = randomUUID();
    const [{ count } = { count: 0 }] = yield* listening;
    yield* sql`select pg_notify(${channel}, ${question})`;
    const reports = yield* reportsTo(question).pipe(
      Effect.repeat({
        until: (found) => found.length >= count,
        schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo("5 seconds"))
      }),
      Effect.flatMap(() => reportsTo(question))
    );
    yield* sql`delete from tidemark.registry_reports
      where question = ${question} or told_at < clock_timestamp() - interval '1 minute'`;
    return { reports, silent: Math.max(0, count - reports.length) };
  });

  return RegistryReports.of({
    ask: Effect.mapError(ask, unavailable),
    answer: (report) =>
      Effect.retry(respondUntilLost(report), reconnectBackoff).pipe(Effect.orDie, Effect.zipRight(Effect.never))
  });
});

/**
 * The registries of all processes over one database: a question is a notification, each answer a row. Each process
 * listens on a connection of its own.
 */
export const layer: Layer.Layer<RegistryReports, never, PgClient> = Layer.effect(RegistryReports, makeRegistryReports);
