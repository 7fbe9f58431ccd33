import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import type { VaultChange } from "../../domain/event/UnitOfWork.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { TokenReply } from "./TokenReply.ts";

/** A reply in the vault: the code or refresh token it belongs to, and its row. */
export interface CachedReply {
  readonly presented: string;
  readonly row: string;
}

const Stored = Schema.parseJson(TokenReply);
const utf8 = new TextEncoder();
const text = new TextDecoder();

const sealUnder = Effect.fnUntraced(function* ({ presented, row }: CachedReply, reply: TokenReply) {
  const cipher = yield* SecretCipher;
  return yield* cipher.sealUnder(presented, row, utf8.encode(Schema.encodeSync(Stored)(reply)));
});

/**
 * Returns the change of the vault that caches a reply until `expiresAt`, in Unix milliseconds, readable only with the code
 * or token it belongs to.
 */
export const cachedReply = (kept: CachedReply, reply: TokenReply, expiresAt: number) =>
  Effect.map(sealUnder(kept, reply), (sealed): VaultChange => ({ _tag: "Put", row: kept.row, sealed, expiresAt }));

/** Returns a cached reply; null when there is none. */
export const findCachedReply = Effect.fnUntraced(
  function* ({ presented, row }: CachedReply, now: number) {
    const vault = yield* TokenVault;
    const sealed = yield* vault.get(row, now);
    if (Option.isNone(sealed)) return null;
    const cipher = yield* SecretCipher;
    const plaintext = yield* cipher.unsealUnder(presented, row, sealed.value);
    return yield* Schema.decode(Stored)(text.decode(plaintext));
  },
  Effect.catchTags({ UnsealFailed: Effect.die, ParseError: Effect.die })
);

/**
 * Makes a reply that is about to be sent expire earlier. If the vault does not store that, the original expiry applies.
 */
export const shortenCachedReply = Effect.fnUntraced(
  function* (kept: CachedReply, reply: TokenReply, expiresAt: number) {
    const vault = yield* TokenVault;
    yield* vault.put(kept.row, yield* sealUnder(kept, reply), expiresAt);
  },
  Effect.catchTag("StorageUnavailable", () => Effect.void)
);
