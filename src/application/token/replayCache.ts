import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { TokenReply } from "./TokenReply.ts";

/** A reply in the vault: the code or refresh token it is given for, and its row. */
export interface CachedReply {
  readonly presented: string;
  readonly row: string;
}

const Stored = Schema.parseJson(TokenReply);
const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Keeps a reply until `expiresAt`, in Unix milliseconds, readable only with what it is given for. */
export const cacheReply = Effect.fnUntraced(function* (
  { presented, row }: CachedReply,
  reply: TokenReply,
  expiresAt: number
) {
  const cipher = yield* SecretCipher;
  const vault = yield* TokenVault;
  const sealed = yield* cipher.sealUnder(presented, row, utf8.encode(Schema.encodeSync(Stored)(reply)));
  yield* vault.put(row, sealed, expiresAt);
});

/** The reply that was kept; null when there is none. */
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

/** Lets a reply that is about to be sent end earlier. When the vault does not take that, it ends when it would have ended. */
export const shortenCachedReply = (kept: CachedReply, reply: TokenReply, expiresAt: number) =>
  Effect.catchTag(cacheReply(kept, reply, expiresAt), "StorageUnavailable", () => Effect.void);
