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

export interface PostgresClientOptions {
  readonly url: Redacted.Redacted;
  /** Connections at most; 10 unless said. */
  readonly maxConnections?: number;
  /** The role every session acts as, whoever logs in. */
  readonly role?: string;
  /** Session settings on top of (or instead of) the default ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly applicationName?: string;
}

const defaultSettings = {
  plan_cache_mode: "force_generic_plan",
  jit: "off",
  timezone: "UTC",
  // A process that vanishes in the midst of a transaction keeps its locks no longer than that.
  idle_in_transaction_session_timeout: "60s"
};

const startOption = ([name, value]: readonly [string, string]): string =>
  `-c ${name}=${value.replace(/[\\ ]/g, "\\$&")}`;

/** `pg` lets the `options` of a url replace ours, so both are put into one. */
const mergedOptions = (url: string, ours: string): { readonly connectionString: string; readonly options: string } => {
  const parsed = URL.parse(url);
  const theirs = parsed?.searchParams.get("options");
  if (!parsed || !theirs) return { connectionString: url, options: ours };
  parsed.searchParams.delete("options");
  return { connectionString: parsed.href, options: `${theirs} ${ours}` };
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

const poolConfig = (options: PostgresClientOptions): PoolConfig => {
  const settings = { ...defaultSettings, ...options.settings, ...(options.role && { role: options.role }) };
  return {
    ...clientConfig(options, settings),
    Client: StatementNamingClient,
    types: columnParsers,
    max: connectionsOf(options),
    min: 1,
    idleTimeoutMillis: 60_000
  };
};

/** Watches the connections of a pool for the scope. */
const watchConnections = Effect.fnUntraced(function* (pool: Pool, options: PostgresClientOptions) {
  const watchdog = new ConnectionWatchdog(inspectBackends(clientConfig(options, {})));
  pool.on("connect", (client) => client instanceof StatementNamingClient && watchdog.watch(client));
  pool.on("remove", (client) => client instanceof StatementNamingClient && watchdog.forget(client));
  yield* watchdog.check.pipe(
    Effect.tap((lost) => (lost > 0 ? Effect.logWarning(`Gave up ${lost} silent database connections`) : Effect.void)),
    Effect.catchAllCause((cause) => Effect.logError("The database connections could not be looked at", cause)),
    Effect.repeat(Schedule.spaced("2500 millis")),
    forkSupervised("watch the database connections"),
    // Sockets are silent by the time of the machine, which the watchdog measures, and not by a clock that was set.
    Effect.withClock(Clock.make())
  );
});

/** A pool for the scope. It connects when it is first asked to. */
const openPool = (options: PostgresClientOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new Pool(poolConfig(options))),
      (open) => Effect.promise(() => open.end()).pipe(Effect.interruptible, Effect.timeoutOption("1 second"))
    );
    // Without a listener a lost idle connection would end the process; the pool itself replaces it. While it ends,
    // a server that stops may be faster than the goodbye.
    pool.on("error", (cause) => {
      if (!pool.ending) runFork(Effect.logWarning("Lost a database connection", cause.message));
    });
    yield* watchConnections(pool, options);
    return pool;
  });

const connectedPool = (options: PostgresClientOptions): Effect.Effect<Pool, SqlError, Scope.Scope> =>
  Effect.tap(openPool(options), (pool) =>
    Effect.tryPromise({
      try: () => pool.query("select 1"),
      catch: (cause) => new SqlError({ cause, message: "Cannot connect to the database" })
    })
  );

const lostCommit = (defect: unknown): Option.Option<Effect.Effect<never, SqlError>> =>
  defect instanceof SqlError ? Option.some(Effect.fail(defect)) : Option.none();

/** A commit that the server does not answer is a defect where the library has it; here it fails, with an unknown outcome. */
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

/** Whatever statement a reader is made to run, the server lets it change nothing. */
const readOnly = { default_transaction_read_only: "on" };

const reader = (options: PostgresClientOptions) =>
  Layer.scoped(
    RowReader,
    Effect.flatMap(openPool({ ...options, settings: { ...options.settings, ...readOnly } }), (pool) =>
      makeRowReader(pool, readConcurrency(Redacted.value(options.url), connectionsOf(options)))
    )
  );

/**
 * The `SqlClient` and `PgClient` of one database: statements prepared once per connection and planned generically,
 * columns as `columnParsers` gives them, sessions in UTC. A lost connection fails its queries and transactions with SqlError
 * and is replaced. And its `RowReader`, which has as many connections of its own.
 */
export const layer = (
  options: PostgresClientOptions
): Layer.Layer<PgClient.PgClient | SqlClient | RowReader, SqlError> =>
  Layer.provideMerge(reader(options), client(options));
