import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type Sealed, SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import type { VaultChange } from "../../domain/event/UnitOfWork.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";

const utf8 = new TextEncoder();
const text = new TextDecoder();

/**
 * Seals a secret, bound to its row, and returns the change of the vault that stores it; `expiresAt` in Unix milliseconds,
 * null for no expiry.
 */
export const sealedSecret = Effect.fnUntraced(function* <A>(
  schema: Schema.Schema<A, string>,
  row: string,
  secret: A,
  expiresAt: number | null
) {
  const cipher = yield* SecretCipher;
  const sealed = yield* cipher.seal(row, utf8.encode(Schema.encodeSync(schema)(secret)));
  return { _tag: "Put", row, sealed, expiresAt } as const;
});

/** Seals a secret and stores it in the vault. */
export const putSecret = Effect.fnUntraced(function* <A>(
  schema: Schema.Schema<A, string>,
  row: string,
  secret: A,
  expiresAt: number | null
) {
  const vault = yield* TokenVault;
  const { sealed } = yield* sealedSecret(schema, row, secret, expiresAt);
  yield* vault.put(row, sealed, expiresAt);
});

/** Changes the vault, within a transaction that is not a unit of work. */
export const changeVault = (changes: ReadonlyArray<VaultChange>) =>
  Effect.flatMap(TokenVault, (vault) =>
    Effect.forEach(
      changes,
      (change) =>
        change._tag === "Put" ? vault.put(change.row, change.sealed, change.expiresAt) : vault.remove(change.row),
      { discard: true }
    )
  );

/** Decrypts a secret of a row; none when that fails, or the secret has another shape. */
export const openSecret = Effect.fnUntraced(function* <A>(
  schema: Schema.Schema<A, string>,
  row: string,
  sealed: Sealed
) {
  const cipher = yield* SecretCipher;
  const plaintext = yield* Effect.option(cipher.unseal(row, sealed));
  return Option.flatMap(plaintext, (bytes) => Schema.decodeOption(schema)(text.decode(bytes)));
});

/** Reads a secret from the vault; none when it is absent, expired or cannot be decrypted. */
export const getSecret = Effect.fnUntraced(function* <A>(schema: Schema.Schema<A, string>, row: string) {
  const vault = yield* TokenVault;
  const sealed = yield* vault.get(row, yield* Clock.currentTimeMillis);
  return Option.isNone(sealed) ? Option.none<A>() : yield* openSecret(schema, row, sealed.value);
});

/** Returns the row names of the vault. */
export const vaultRow = {
  login: (authorizationId: string) => `login/${authorizationId}`,
  pushedRequest: (requestHash: string) => `pushed-request/${requestHash}`,
  confirmation: (authorizationId: string) => `confirmation/${authorizationId}`,
  appState: (authorizationId: string) => `app-state/${authorizationId}`,
  session: (sessionId: string) => `session/${sessionId}`,
  codeReply: (codeHash: string, refreshHash: string) => `code-reply/${codeHash}/${refreshHash}`,
  returnReply: (stateHash: string) => `return-reply/${stateHash}`,
  refreshReply: (presentedHash: string, refreshHash: string) => `refresh-reply/${presentedHash}/${refreshHash}`
};
