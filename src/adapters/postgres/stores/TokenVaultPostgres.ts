import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Sealed } from "../../../domain/crypto/SecretCipher.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { RecentSecrets } from "../log/RecentSecrets.ts";

interface VaultRow {
  readonly keyId: string;
  readonly sealed: Uint8Array;
}

const unavailable = storeUnavailable("vault");

const sealedOf = ({ keyId, sealed }: VaultRow): Sealed => ({ keyId, bytes: new Uint8Array(sealed) });

const isInTransaction = Effect.map(Effect.serviceOption(TransactionConnection), Option.isSome);

const makeTokenVault = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const recent = yield* RecentSecrets;

  const read = (row: string, now: number) =>
    sql<VaultRow>`select key_id as "keyId", sealed from tidemark.vault
      where id = ${row} and (expires_at is null or expires_at > ${now})
    `.pipe(
      Effect.mapBoth({
        onFailure: unavailable,
        onSuccess: ([found]) => Option.map(Option.fromNullable(found), sealedOf)
      })
    );

  /** Whether the surrounding transaction is rolled back or not, the row is read again. */
  const changing = (row: string): SqlClient => {
    recent.forget(row);
    return sql;
  };

  return TokenVault.of({
    put: (row, { keyId, bytes }, expiresAt) =>
      changing(
        row
      )`insert into tidemark.vault (id, key_id, sealed, expires_at) values (${row}, ${keyId}, ${bytes}, ${expiresAt})
        on conflict (id) do update set key_id = excluded.key_id, sealed = excluded.sealed, expires_at = excluded.expires_at
      `.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    get: (row, now) =>
      Effect.flatMap(isInTransaction, (joins) => {
        const known = joins ? Option.none() : recent.find(row, now);
        return Option.isSome(known) ? Effect.succeed(known) : read(row, now);
      }),
    take: (row, now) =>
      changing(row)<VaultRow>`delete from tidemark.vault
        where id = ${row} and (expires_at is null or expires_at > ${now}) returning key_id as "keyId", sealed
      `.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: ([found]) => Option.map(Option.fromNullable(found), sealedOf)
        })
      ),
    hasSealedByOtherKeys: (keyIds) =>
      sql<{ found: boolean }>`select exists (select from tidemark.vault
        where expires_at is null and key_id <> all(${[...keyIds]}::text[])) as found
      `.pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: ([answer]) => answer?.found ?? false })),
    listPermanent: (after, limit) =>
      sql<VaultRow & { readonly row: string }>`select id as row, key_id as "keyId", sealed from tidemark.vault
        where expires_at is null and id > ${after} order by id limit ${limit}
      `.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => rows.map((found) => ({ row: found.row, sealed: sealedOf(found) }))
        })
      ),
    remove: (row) =>
      changing(row)`delete from tidemark.vault where id = ${row}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    sweep: (now) =>
      sql`delete from tidemark.vault where expires_at <= ${now}`.pipe(Effect.asVoid, Effect.mapError(unavailable))
  });
});

/** Sealed secrets in `tidemark.vault`. */
export const layer: Layer.Layer<TokenVault, never, SqlClient | RecentSecrets> = Layer.effect(
  TokenVault,
  makeTokenVault
);
