import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { ServerNonces, type StoredNonce } from "../../../domain/session/ServerNonces.ts";

/** If the database takes longer than that, a request to the PDS gets a new nonce sooner. */
const queryTimeout = "250 millis";

const makeServerNonces = Effect.map(SqlClient, (sql) =>
  ServerNonces.of({
    find: (role, origin) =>
      sql<StoredNonce>`
        select nonce, (extract(epoch from clock_timestamp() - told_at) * 1000)::float8 as age
        from tidemark.server_nonces where role = ${role} and origin = ${origin}`.pipe(
        Effect.map(([stored]) => Option.fromNullable(stored)),
        Effect.timeout(queryTimeout),
        Effect.orElseSucceed(() => Option.none<StoredNonce>())
      ),
    // Every write deletes up to two outdated rows, so that no sweep is needed.
    put: (role, origin, nonce) =>
      sql`with old as (
          select role, origin from tidemark.server_nonces where told_at < clock_timestamp() - interval '1 hour'
            and (role, origin) <> (${role}, ${origin})
          order by told_at limit 2 for update skip locked), forgotten as (
          delete from tidemark.server_nonces n using old where n.role = old.role and n.origin = old.origin)
        insert into tidemark.server_nonces (role, origin, nonce, told_at)
        values (${role}, ${origin}, ${nonce}, clock_timestamp())
        on conflict (role, origin) do update set nonce = excluded.nonce, told_at = excluded.told_at`.pipe(
        Effect.timeout(queryTimeout),
        Effect.ignore
      )
  })
);

/** Nonces in `tidemark.server_nonces`, an unlogged table that may be empty after a crash. */
export const layer: Layer.Layer<ServerNonces, never, SqlClient> = Layer.effect(ServerNonces, makeServerNonces);
