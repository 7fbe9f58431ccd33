import * as Effect from "effect/Effect";
import { Client, type ClientConfig, DatabaseError } from "pg";
import type { ConnectionState, InspectServer } from "./ConnectionWatchdog.ts";

/**
 * Terminates the server processes that wait for their client, whose locks nobody needs, and returns their ids. It does not
 * touch processes of other users, and none that was active within the last second. They are selected separately, because
 * the planner may call a function in `where` before it checks the other conditions.
 */
const terminateAbandoned = `
  with abandoned as materialized (
    select pid from pg_stat_activity
    where pid = any($1::int[]) and usename = session_user and wait_event_type = 'Client'
      and state_change < clock_timestamp() - interval '1 second'
  )
  select pid, pg_terminate_backend(pid) as ended from abandoned`;

const presentBackends = "select pid from pg_stat_activity where pid = any($1::int[])";

/** How long the server may take to respond over a new connection. */
const timeoutMs = 10_000;

const lostBackends = async (client: Client, processes: ReadonlyArray<number>): Promise<ConnectionState> => {
  await client.connect();
  const known = await client.query<{ pid: number }>(presentBackends, [processes]);
  const ended = await client.query<{ pid: number }>(terminateAbandoned, [processes]);
  const present = new Set(known.rows.map(({ pid }) => pid));
  const gone = processes.filter((pid) => !present.has(pid));
  return { _tag: "Inspected", lost: new Set([...gone, ...ended.rows.map(({ pid }) => pid)]) };
};

const unreachable: ConnectionState = { _tag: "Unreachable" };

/** A server that refuses the connection or the statement can be reached, and says nothing about the other connections. */
const stateAfterFailure = (cause: unknown): ConnectionState | null =>
  cause instanceof DatabaseError ? null : unreachable;

/** Asks over a separate connection, as the user who logs in, because only that user sees what its sessions wait for. */
export const inspectBackends =
  (config: ClientConfig): InspectServer =>
  (processes) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs });
        client.on("error", () => undefined);
        return client;
      }),
      (client) => Effect.tryPromise({ try: () => lostBackends(client, processes), catch: stateAfterFailure }),
      (client) => Effect.sync(() => void client.end(() => undefined))
    ).pipe(
      Effect.catchAll(Effect.succeed),
      Effect.timeoutTo({ duration: timeoutMs, onSuccess: (state) => state, onTimeout: () => unreachable })
    );
