import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { forkSupervised } from "../../../application/background/supervise.ts";
import { SecretUses } from "../../../domain/client/use/SecretUses.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

interface Use {
  readonly clientId: string;
  readonly secretHash: string;
  readonly at: number;
}

const storeUses = `insert into tidemark.client_secret_uses (client_id, secret_hash, last_used_at)
  select * from unnest($1::text[], $2::text[], $3::bigint[])
  on conflict (client_id, secret_hash)
  do update set last_used_at = greatest(client_secret_uses.last_used_at, excluded.last_used_at)`;

const yearMs = 365 * 24 * 60 * 60_000;

const unavailable = storeUnavailable("secret-uses");

/** The uses that are not stored yet. A use that could not be stored is noted again, unless there was a later one. */
class PendingUses {
  #pending = new Map<string, Use>();

  add(use: Use): void {
    const key = `${use.clientId} ${use.secretHash}`;
    const known = this.#pending.get(key);
    if (known === undefined || known.at < use.at) this.#pending.set(key, use);
  }

  addAll(uses: ReadonlyArray<Use>): void {
    for (const use of uses) this.add(use);
  }

  take(): ReadonlyArray<Use> {
    const taken = [...this.#pending.values()];
    this.#pending = new Map();
    return taken;
  }
}

const flush = Effect.fnUntraced(function* (sql: SqlClient, pending: PendingUses) {
  const uses = pending.take();
  if (uses.length === 0) return;
  const list = <A>(value: (use: Use) => A): ReadonlyArray<A> => uses.map(value);
  const rows = [list(({ clientId }) => clientId), list(({ secretHash }) => secretHash), list(({ at }) => at)];
  const oldest = (yield* Clock.currentTimeMillis) - yearMs;
  yield* sql.unsafe(storeUses, rows).pipe(
    Effect.zipRight(sql`delete from tidemark.client_secret_uses where last_used_at < ${oldest}`),
    Effect.tapError(() => Effect.sync(() => pending.addAll(uses)))
  );
});

const quietly = (flushed: Effect.Effect<void, SqlError>): Effect.Effect<void> =>
  Effect.catchAll(flushed, (problem) => Effect.logDebug("The uses of client secrets could not be stored", problem));

/** The uses of secrets in `tidemark.client_secret_uses`, which every process adds to every ten seconds and when it stops. */
export const layer: Layer.Layer<SecretUses, never, SqlClient> = Layer.scoped(
  SecretUses,
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const pending = new PendingUses();
    yield* Effect.addFinalizer(() => quietly(flush(sql, pending)).pipe(Effect.timeoutOption("2 seconds")));
    yield* forkSupervised("store the uses of client secrets")(
      Effect.schedule(quietly(flush(sql, pending)), Schedule.spaced("10 seconds"))
    );
    return SecretUses.of({
      note: (clientId, secretHash) =>
        Effect.map(Clock.currentTimeMillis, (at) => pending.add({ clientId, secretHash, at })),
      lastUses: (clientId) =>
        flush(sql, pending).pipe(
          Effect.zipRight(
            sql<{ secretHash: string; at: number }>`select secret_hash as "secretHash", last_used_at as at
              from tidemark.client_secret_uses where client_id = ${clientId}`
          ),
          Effect.mapBoth({
            onFailure: unavailable,
            onSuccess: (rows) => new Map(rows.map(({ at, secretHash }) => [secretHash, at]))
          })
        )
    });
  })
);
