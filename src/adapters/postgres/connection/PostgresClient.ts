import * as Reactivity from "@effect/experimental/Reactivity";
import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as PgClient from "@effect/sql-pg/PgClient";
import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Runtime from "effect/Runtime";
import * as Schedule from "effect/Schedule";
import type * as Scope from "effect/Scope";
import { type ClientConfig, Pool, type PoolConfig } from "pg";
import { forkSupervised } from "../../../application/background/supervise.ts";
import { makeRowReader, RowReader } from "../reads/RowReader.ts";
import { readConcurrency } from "../reads/readConcurrency.ts";
import { StatementNamingClient } from "../reads/StatementNamingClient.ts";
import { ConnectionWatchdog } from "./ConnectionWatchdog.ts";
import { columnParsers } from "./columnParsers.ts";
import { inspectBackends } from "./inspectBackends.ts";
import { requireOwnBackend } from "./requireOwnBackend.ts";

export interface PostgresClientOptions {
  readonly url: Redacted.Redacted;
  /** The number of connections of each of the two pools; 10 by default. */
  readonly maxConnections?: number;
  /** The role that every session acts as, whichever user logs in. */
  readonly role?: string;
  /** Session settings that are added to the default ones, or replace them. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly applicationName?: string;
  /** Whether a lost connection is logged. By default it is; not where the caller reports that the server is away. */
  readonly reportsLoss?: boolean;
}

const defaultSettings = {
  plan_cache_mode: "force_generic_plan",
  jit: "off",
  timezone: "UTC",
  // Limits how long a process that vanishes during a transaction holds its locks.
  idle_in_transaction_session_timeout: "60s"
};

const startOption = ([name, value]: readonly [string, string]): string =>
  `-c ${name}=${value.replace(/[\\ ]/g, "\\$&")}`;

/** Merges the `options` of a URL with those of this service. In `pg` they would replace them. */
const mergedOptions = (url: string, own: string): { readonly connectionString: string; readonly options: string } => {
  const parsed = URL.parse(url);
  const ofUrl = parsed?.searchParams.get("options");
  if (!parsed || !ofUrl) return { connectionString: url, options: own };
  parsed.searchParams.delete("options");
  return { connectionString: parsed.href, options: `${ofUrl} ${own}` };
};

const connectionsOf = ({ maxConnections = 10 }: PostgresClientOptions): number => maxConnections;

const clientConfig = (
  { applicationName = "tidemark", url }: PostgresClientOptions,
  settings: Readonly<Record<string, string>>
): ClientConfig => ({
  ...mergedOptions(Redacted.value(url), Object.entries(settings).map(startOption).join(" ")),
  application_name: applicationName,
  connectionTimeoutMillis: 10_000,
  keepAlive: true
});

const poolConfig = (options: PostgresClientOptions, pipeline: boolean): PoolConfig => {
  const settings = { ...defaultSettings, ...options.settings, ...(options.role && { role: options.role }) };
  return {
    ...clientConfig(options, settings),
    pipeline,
    Client: StatementNamingClient,
    types: columnParsers,
    max: connectionsOf(options),
    min: 1,
    idleTimeoutMillis: 60_000
  };
};

/** Closes lost connections of a pool until the scope closes. */
const watchConnections = Effect.fnUntraced(function* (pool: Pool, options: PostgresClientOptions) {
  const watchdog = new ConnectionWatchdog(inspectBackends(clientConfig(options, {})));
  pool.on("connect", (client) => client instanceof StatementNamingClient && watchdog.watch(client));
  pool.on("remove", (client) => client instanceof StatementNamingClient && watchdog.forget(client));
  yield* watchdog.check.pipe(
    Effect.tap((lost) =>
      lost > 0 ? Effect.logWarning(`Closed ${lost} database connections that were lost`) : Effect.void
    ),
    Effect.catchAllCause((cause) => Effect.logError("The database connections could not be checked", cause)),
    Effect.repeat(Schedule.spaced("2500 millis")),
    forkSupervised("watch the database connections"),
    // The watchdog measures the time of the machine, so its checks must not follow a test clock.
    Effect.withClock(Clock.make())
  );
});

/**
 * Opens a pool until the scope closes. It connects when a connection is first needed. With `pipeline`, statements are sent
 * before those ahead of them on the same connection have a response.
 */
export const openPool = (options: PostgresClientOptions, pipeline: boolean): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new Pool(poolConfig(options, pipeline))),
      (open) => Effect.promise(() => open.end()).pipe(Effect.interruptible, Effect.timeoutOption("1 second"))
    );
    // Without a listener a lost idle connection would end the process; the pool replaces it. While the pool closes, a
    // server that stops may close the connections first.
    pool.on("error", (cause) => {
      if (!pool.ending && options.reportsLoss !== false)
        runFork(Effect.logWarning("Lost a database connection", cause.message));
    });
    yield* watchConnections(pool, options);
    return pool;
  });

const connectedPool = (options: PostgresClientOptions): Effect.Effect<Pool, SqlError, Scope.Scope> =>
  Effect.tap(openPool(options, true), (pool) =>
    Effect.tryPromise({
      try: () => requireOwnBackend(pool),
      catch: (cause) => new SqlError({ cause, message: "Cannot connect to the database" })
    })
  );

const lostCommit = (defect: unknown): Option.Option<Effect.Effect<never, SqlError>> =>
  defect instanceof SqlError ? Option.some(Effect.fail(defect)) : Option.none();

/** Makes a transaction whose commit gets no response fail, with an unknown outcome. In the library it is a defect. */
const failingTransactions = ({ withTransaction }: SqlClient) => ({
  withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.catchSomeDefect(withTransaction(effect), lostCommit)
});

const client = (options: PostgresClientOptions) =>
  Layer.scopedContext(
    Effect.map(PgClient.fromPool({ acquire: connectedPool(options) }), (made) => {
      const failing = Object.assign(made, failingTransactions(made));
      return Context.make(PgClient.PgClient, failing).pipe(Context.add(SqlClient, failing));
    })
  ).pipe(Layer.provide(Reactivity.layer));

/** The settings of connections that only read: the server refuses every change over them. */
export const readOnly: Readonly<Record<string, string>> = { default_transaction_read_only: "on" };

const reader = (options: PostgresClientOptions) =>
  Layer.scoped(
    RowReader,
    Effect.flatMap(openPool({ ...options, settings: { ...options.settings, ...readOnly } }, false), (pool) =>
      makeRowReader(pool, readConcurrency(Redacted.value(options.url), connectionsOf(options)))
    )
  );

/**
 * The `SqlClient`, `PgClient` and `RowReader` of one database. The reader has a separate pool. Statements are prepared once
 * per connection and planned generically, columns are read by `columnParsers`, and sessions are in UTC. If a connection is
 * lost, its queries and transactions fail with `SqlError`, and it is replaced.
 */
export const layer = (
  options: PostgresClientOptions
): Layer.Layer<PgClient.PgClient | SqlClient | RowReader, SqlError> =>
  Layer.provideMerge(reader(options), client(options));
