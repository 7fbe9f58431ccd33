import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { replayHash } from "../../../domain/dpop/replayHash.ts";
import { AlreadyUsed, type SingleUse } from "../../../domain/event/UnitOfWork.ts";

interface Consumed {
  /** The place of the first use that was used before, from 1; null if there is none. */
  readonly used: number | null;
  readonly stored: number;
}

const consume = (sql: SqlClient, uses: ReadonlyArray<SingleUse>, now: number) =>
  sql<Consumed>`
    with wanted as (
      select * from unnest(${uses.map(({ id, scope }) => replayHash(scope, id))}::bytea[],
        ${uses.map(({ expiresAt }) => expiresAt)}::bigint[]) with ordinality as u (hash, ends, n)),
    used as (
      select min(w.n)::int as n from wanted w join tidemark.replays r on r.hash = w.hash and r.expires_at > ${now}),
    stored as (
      insert into tidemark.replays (hash, expires_at)
      select hash, ends from wanted where (select n from used) is null
      on conflict (hash) do update set expires_at = excluded.expires_at where replays.expires_at <= ${now}
      returning 1)
    select (select n from used) as used, (select count(*)::int from stored) as stored`.pipe(
    Effect.map(([row]) => row ?? { used: null, stored: 0 })
  );

/** Consumes what is used once, all or nothing, without anything else to commit. */
export const consumeUses: (
  sql: SqlClient,
  uses: ReadonlyArray<SingleUse>
) => Effect.Effect<void, AlreadyUsed | SqlError> = Effect.fnUntraced(function* (sql, uses) {
  if (uses.length === 0) return;
  const now = yield* Clock.currentTimeMillis;
  const { stored, used } = yield* consume(sql, uses, now);
  if (used !== null) return yield* new AlreadyUsed({ index: used - 1 });
  // Whoever committed one of them at the same moment was first.
  if (stored < uses.length) return yield* new AlreadyUsed({ index: 0 });
});
