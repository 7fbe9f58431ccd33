import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { type Finding, ok, problem } from "../../../application/instance/DoctorCheck.ts";

/** The transaction of another connection that has been open longest. */
export interface OpenTransaction {
  /** The process of the server that runs it. */
  readonly pid: number;
  readonly application: string;
  readonly seconds: number;
  /** The number of connections that wait for one of its locks. */
  readonly waiting: number;
}

/** Finds the transaction that has been open longest, among those that the user may see; null if there is none. */
export const oldestTransaction: Effect.Effect<OpenTransaction | null, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<OpenTransaction>`
    select a.pid, a.application_name as application,
      extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds,
      (select count(*)::int from pg_stat_activity w where a.pid = any(pg_blocking_pids(w.pid))) as waiting
    from pg_stat_activity a
    where a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
      and a.xact_start is not null
    order by a.xact_start limit 1`;
  return row ?? null;
});

/** In seconds. The service has no transaction that takes longer, except for commands such as registry compare. */
const longest = { alone: 300, blocking: 5 };

/** Checks that no transaction has been open for minutes, or makes others wait. */
export const transactionsFinding = (oldest: OpenTransaction | null): Finding => {
  const limit = oldest !== null && oldest.waiting > 0 ? longest.blocking : longest.alone;
  if (oldest === null || oldest.seconds < limit) return ok("none has been open for long");
  const { application, pid, seconds, waiting } = oldest;
  const wait =
    waiting === 0 ? "" : `, and ${waiting} ${waiting === 1 ? "connection waits" : "connections wait"} for it`;
  return problem(
    `the transaction of the server process ${pid} (${application === "" ? "unnamed" : application}) has been open for ${Math.round(seconds)} s${wait}`,
    `let it end, or end it with select pg_terminate_backend(${pid})`
  );
};
