import * as Arr from "effect/Array";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { KeysMissing, type KeyUse } from "../../domain/administration/KeysMissing.ts";
import { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import { SessionClientKey } from "../../domain/session/SessionSecrets.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { openSecret, vaultRow } from "../vault/vaultSecrets.ts";

const pageSize = 1000;

const sessionOf = (row: string): string => row.slice(vaultRow.session("").length);

/** Streams every permanent row of the vault; these are the rows of sessions. */
const permanentRows = Stream.unwrap(
  Effect.map(TokenVault, (vault) =>
    Stream.paginateChunkEffect("", (after: string) =>
      Effect.map(vault.listPermanent(after, pageSize), (found) => {
        const last = found.length === pageSize ? Option.fromNullable(found.at(-1)?.row) : Option.none<string>();
        return [Chunk.fromIterable(found), last] as const;
      })
    )
  )
);

/** The sessions that need a missing key, by the id of the key. */
export type MissingKeys = ReadonlyMap<string, ReadonlyArray<string>>;

/** Returns the ids of the sessions that need one of these keys. */
export const sessionsOf = (missing: MissingKeys, keyIds: ReadonlyArray<string>): ReadonlyArray<string> =>
  keyIds.flatMap((keyId) => missing.get(keyId) ?? []);

const collect = <E, R>(pairs: Stream.Stream<readonly [keyId: string, sessionId: string], E, R>) =>
  Stream.runFold(pairs, new Map<string, Array<string>>(), (found, [keyId, sessionId]) => {
    const known = found.get(keyId);
    if (known === undefined) found.set(keyId, [sessionId]);
    else known.push(sessionId);
    return found;
  });

/** Returns the sessions whose tokens no secret of this service decrypts. Without any, it costs one index lookup. */
export const findSealedByMissingKeys = Effect.gen(function* () {
  const { keyIds } = yield* SecretCipher;
  const vault = yield* TokenVault;
  if (!(yield* vault.hasSealedByOtherKeys(keyIds))) return new Map<string, Array<string>>();
  return yield* collect(
    permanentRows.pipe(
      Stream.filter(({ sealed }) => !keyIds.includes(sealed.keyId)),
      Stream.map(({ row, sealed }) => [sealed.keyId, sessionOf(row)] as const)
    )
  );
});

/**
 * Returns the sessions that are bound to a signing key that is not among these. Decrypts the tokens of every session.
 */
export const findSignedByMissingKeys = Effect.fnUntraced(function* (signingKeys: ReadonlyArray<string>) {
  return yield* collect(
    permanentRows.pipe(
      Stream.mapEffect(({ row, sealed }) =>
        Effect.map(openSecret(SessionClientKey, row, sealed), (secrets) => {
          const clientKey = Option.getOrNull(secrets)?.clientKey ?? null;
          return clientKey === null || signingKeys.includes(clientKey)
            ? Option.none<readonly [string, string]>()
            : Option.some([clientKey, sessionOf(row)] as const);
        })
      ),
      Stream.filterMap((pair) => pair)
    )
  );
});

/** Returns the error for keys that are missing and were not retired. */
export const refusalOf = (
  use: KeyUse,
  missing: MissingKeys,
  retired: ReadonlyArray<string>
): Option.Option<KeysMissing> => {
  const keyIds = [...missing.keys()].filter((keyId) => !retired.includes(keyId));
  return Arr.isNonEmptyArray(keyIds)
    ? Option.some(new KeysMissing({ use, keyIds, sessions: sessionsOf(missing, keyIds).length }))
    : Option.none();
};
