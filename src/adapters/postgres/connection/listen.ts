import { SqlError } from "@effect/sql/SqlError";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import { Client, type ClientConfig, escapeIdentifier } from "pg";

/** A connection that receives notifications. */
interface Listening {
  /** Fails when the connection ends. It never succeeds. */
  readonly lost: Effect.Effect<never, SqlError>;
  /** Succeeds when the server responds over the same connection. */
  readonly alive: Effect.Effect<void, SqlError>;
}

const lostConnection = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Lost the connection that listens for notifications" });

const clientConfig = ({ config }: Pick<PgClient, "config">): ClientConfig => ({
  ...(config.url && { connectionString: Redacted.value(config.url) }),
  ...(config.host && { host: config.host }),
  ...(config.port && { port: config.port }),
  ...(config.database && { database: config.database }),
  ...(config.username && { user: config.username }),
  ...(config.password && { password: Redacted.value(config.password) }),
  ...(config.ssl !== undefined && { ssl: config.ssl }),
  ...(config.applicationName && { application_name: config.applicationName }),
  connectionTimeoutMillis: 10_000,
  keepAlive: true
});

/**
 * Listens to a channel over a separate connection, from the moment when this effect succeeds until the scope closes or the
 * connection is lost. `PgClient.listen` reports neither when it starts to listen nor when the connection is lost.
 */
export const listen = (
  sql: Pick<PgClient, "config">,
  channel: string,
  onNotification: (payload: string) => void
): Effect.Effect<Listening, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const lost = yield* Deferred.make<never, SqlError>();
    const lose = (cause: unknown) => Deferred.unsafeDone(lost, Effect.fail(lostConnection(cause)));
    const attempt = (work: () => Promise<unknown>) => Effect.tryPromise({ try: work, catch: lostConnection });
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new Client(clientConfig(sql))),
      (open) => attempt(() => open.end()).pipe(Effect.interruptible, Effect.timeoutOption("1 second"), Effect.ignore)
    );
    client.on("error", lose);
    client.on("end", () => lose(new Error("the connection ended")));
    client.on("notification", ({ payload }) => onNotification(payload ?? ""));
    yield* attempt(() => client.connect());
    yield* attempt(() => client.query(`listen ${escapeIdentifier(channel)}`));
    return { lost: Deferred.await(lost), alive: Effect.asVoid(attempt(() => client.query("select 1"))) };
  });
