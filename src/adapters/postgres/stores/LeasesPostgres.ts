import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Leases } from "../../../domain/lease/Leases.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("leases");

const makeLeases = Effect.map(SqlClient, (sql) =>
  Leases.of({
    acquire: (name, milliseconds) =>
      sql<{ fence: number }>`
        insert into tidemark.leases (name, fence, expires_at)
        values (${name}, 1, clock_timestamp() + ${milliseconds} * interval '1 millisecond')
        on conflict (name) do update set fence = leases.fence + 1, expires_at = excluded.expires_at
        where leases.expires_at <= clock_timestamp()
        returning fence`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: ([row]) => Option.map(Option.fromNullable(row), ({ fence }) => ({ name, fence }))
        })
      ),
    renew: ({ name, fence }, milliseconds) =>
      sql`
        update tidemark.leases set expires_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where name = ${name} and fence = ${fence} and expires_at > clock_timestamp()
        returning fence`.pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.length > 0 })),
    release: ({ name, fence }) =>
      sql`update tidemark.leases set expires_at = '-infinity' where name = ${name} and fence = ${fence}`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      )
  })
);

/** Leases in `tidemark.leases`, by the clock of the server. The row of a released lease remains, so that its fence grows. */
export const layer: Layer.Layer<Leases, never, SqlClient> = Layer.effect(Leases, makeLeases);
