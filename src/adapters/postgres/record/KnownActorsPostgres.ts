import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { failureReason } from "../connection/failureReason.ts";
import { schema, tableName } from "./sql/sqlNames.ts";

const unavailable = (cause: SqlError) =>
  new RecordIndexUnavailable({ operation: "list", reason: failureReason(cause), cause });

const makeKnownActors = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const tables = sql.literal(schema);
  const countIn = (table: string) =>
    Effect.map(
      sql<{ count: number }>`select count(*) as count from ${tables}.${sql.literal(table)}`,
      ([row]) => row?.count ?? 0
    );
  return KnownActors.of({
    handles: (dids) =>
      sql<{ did: string; handle: Handle }>`
        select did, handle from ${tables}.actors where did = any(${[...dids]}) and handle is not null`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map(({ did, handle }) => [did, handle]))
        })
      ),
    known: (dids) =>
      sql<{ did: Did }>`select did from ${tables}.actors where did = any(${[...dids]})`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => new Set(rows.map(({ did }) => did)) })
      ),
    actors: (dids) =>
      sql<Actor>`
        select did, handle, pds, signing_key as "signingKey" from ${tables}.actors where did = any(${[...dids]})`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map((row) => [row.did, { ...row }]))
        })
      ),
    hidden: (dids) =>
      sql<{ did: Did; status: AccountStatus }>`
        select did, status from ${tables}.hidden_accounts where did = any(${[...dids]})`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map(({ did, status }) => [did, status]))
        })
      ),
    knownAndHidden: (dids) =>
      sql<{ did: Did; isKnown: boolean }>`
        select did, true as "isKnown" from ${tables}.actors where did = any(${[...dids]})
        union all select did, false from ${tables}.hidden_accounts where did = any(${[...dids]})`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => ({
            known: new Set(rows.flatMap(({ did, isKnown }) => (isKnown ? [did] : []))),
            hidden: new Set(rows.flatMap(({ did, isKnown }) => (isKnown ? [] : [did])))
          })
        })
      ),
    find: (handle) =>
      sql<{ did: Did }>`select did from ${tables}.actors where handle = ${handle} limit 1`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: ([row]) => Option.map(Option.fromNullable(row), ({ did }) => did)
        })
      ),
    search: (text, limit) =>
      sql<{ did: Did; handle: Handle }>`
        select did, handle from ${tables}.actors where strpos(handle, ${text}) > 0
        order by length(handle), handle collate "C", did limit ${limit}`.pipe(Effect.mapError(unavailable)),
    list: (after, limit) =>
      sql<{ did: Did }>`select did from ${tables}.actors where did > ${after ?? ""} order by did limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ did }) => did) })
      ),
    count: Effect.mapError(countIn("actors"), unavailable),
    records: Effect.fnUntraced(function* (collection) {
      const table = tableName(collection);
      const [found] = yield* sql<{
        there: boolean;
      }>`select to_regclass(${`${schema}.${table}`}) is not null as there`;
      return found?.there === true ? yield* countIn(table) : 0;
    }, Effect.mapError(unavailable))
  });
});

/** The accounts in `tidemark_records.actors`, and the number of records in the tables of collections. */
export const layer: Layer.Layer<KnownActors, never, SqlClient> = Layer.effect(KnownActors, makeKnownActors);
