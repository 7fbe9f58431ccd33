import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Sealed } from "../../../domain/crypto/SecretCipher.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface VaultRow {
  readonly sealed: Sealed;
  readonly expiresAt: number | null;
}

type Rows = HashMap.HashMap<string, VaultRow>;

const isAlive =
  (now: number) =>
  ({ expiresAt }: VaultRow): boolean =>
    expiresAt === null || expiresAt > now;

const copyOf = ({ keyId, bytes }: Sealed): Sealed => ({ keyId, bytes: bytes.slice() });

const makeTokenVault = Effect.map(MemoryStore, (store) => {
  const rows = store.cell<Rows>(HashMap.empty());
  const change = (next: (rows: Rows) => Rows) => rows.modify((current) => [undefined, next(current)]);
  return TokenVault.of({
    put: (row, sealed, expiresAt) =>
      change((current) => HashMap.set(current, row, { sealed: copyOf(sealed), expiresAt })),
    get: (row, now) =>
      Effect.map(rows.get, (current) =>
        HashMap.get(current, row).pipe(
          Option.filter(isAlive(now)),
          Option.map(({ sealed }) => copyOf(sealed))
        )
      ),
    take: (row, now) =>
      rows.modify((current) => [
        HashMap.get(current, row).pipe(
          Option.filter(isAlive(now)),
          Option.map(({ sealed }) => copyOf(sealed))
        ),
        HashMap.remove(current, row)
      ]),
    hasSealedByOtherKeys: (keyIds) =>
      Effect.map(rows.get, (current) =>
        HashMap.some(current, ({ expiresAt, sealed }) => expiresAt === null && !keyIds.includes(sealed.keyId))
      ),
    listPermanent: (after, limit) =>
      Effect.map(rows.get, (current) =>
        [...current]
          .filter(([row, { expiresAt }]) => expiresAt === null && row > after)
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .slice(0, limit)
          .map(([row, { sealed }]) => ({ row, sealed: copyOf(sealed) }))
      ),
    remove: (row) => change((current) => HashMap.remove(current, row)),
    sweep: (now) => change((current) => HashMap.filter(current, isAlive(now)))
  });
});

/** Encrypted secrets in this process. */
export const layer: Layer.Layer<TokenVault, never, MemoryStore> = Layer.effect(TokenVault, makeTokenVault);
