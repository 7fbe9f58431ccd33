import { randomBytes } from "node:crypto";
import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { KeyedCipher } from "../../../domain/crypto/KeyedCipher.ts";
import { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import { AddressHashes, addressKeyDay } from "../../../domain/personal/AddressHashes.ts";
import { addressHash } from "../../../domain/personal/addressHash.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

interface KeyRow {
  readonly day: string;
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
}

interface DayKey {
  readonly day: string;
  readonly key: Uint8Array;
}

/** The row of the vault that the key of a day is bound to. */
const keyRow = (day: string): string => `address-key/${day}`;

const keyLength = 32;

const unavailable = storeUnavailable("address-keys");

const makeAddressHashes = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const secrets = yield* SecretCipher;
  const cipher = yield* KeyedCipher;
  let cached: DayKey | null = null;

  const deleteBefore = (day: string) => sql`delete from tidemark.address_keys where day < ${day}::date`;

  const stored = (day: string): Effect.Effect<KeyRow | undefined, SqlError> =>
    Effect.map(
      sql<KeyRow>`select day::text as day, key_id as "keyId", sealed_key as "sealedKey" from tidemark.address_keys
        where day = ${day}::date`,
      ([row]) => row
    );

  /** A key of this process, where it cannot open or make the key that all processes share. */
  const ownKey = (day: string): DayKey => ({ day, key: randomBytes(keyLength) });

  const opened = ({ day, keyId, sealedKey }: KeyRow): Effect.Effect<DayKey> =>
    secrets
      .unseal(keyRow(day), { keyId, bytes: new Uint8Array(sealedKey) })
      .pipe(Effect.match({ onFailure: () => ownKey(day), onSuccess: (key) => ({ day, key }) }));

  /** Adds a key. Who adds it first determines it. */
  const add = Effect.fnUntraced(function* (day: string) {
    const sealed = yield* secrets.seal(keyRow(day), randomBytes(keyLength));
    yield* deleteBefore(day);
    yield* sql`insert into tidemark.address_keys (day, key_id, sealed_key)
      values (${day}::date, ${sealed.keyId}, ${Buffer.from(sealed.bytes)}) on conflict (day) do nothing`;
  });

  const load = Effect.fnUntraced(function* (day: string) {
    if (secrets.keyIds.length === 0) return ownKey(day);
    const known = yield* stored(day);
    if (known !== undefined) return yield* opened(known);
    yield* add(day);
    const added = yield* stored(day);
    return added === undefined ? ownKey(day) : yield* opened(added);
  });

  /** What a transaction added is not cached, because it may be rolled back. */
  const keyOf = Effect.fnUntraced(function* (day: string) {
    if (cached?.day === day) return cached.key;
    cached = null;
    const found = yield* load(day);
    if (Option.isNone(yield* Effect.serviceOption(TransactionConnection))) cached = found;
    return found.key;
  });

  const today = Effect.map(Clock.currentTimeMillis, addressKeyDay);

  return AddressHashes.of({
    hash: (address) =>
      today.pipe(
        Effect.flatMap(keyOf),
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (key) => addressHash(cipher.tag(key, address)) })
      ),
    forget: Effect.flatMap(today, (day) => {
      if (cached !== null && cached.day < day) cached = null;
      return Effect.mapError(deleteBefore(day), unavailable);
    })
  });
});

/** Hashes addresses under keys in `tidemark.address_keys`, which all processes share. */
export const layer: Layer.Layer<AddressHashes, never, SqlClient | SecretCipher | KeyedCipher> = Layer.effect(
  AddressHashes,
  makeAddressHashes
);
