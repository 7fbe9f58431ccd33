import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { TokenReply } from "./TokenReply.ts";

/** A reply in the vault: the code or refresh token it is given for, and its row. */
export interface KeptReply {
  readonly presented: string;
  readonly row: string;
}

const Stored = Schema.parseJson(TokenReply);
const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Keeps a reply until `expiresAt`, in Unix milliseconds, readable only with what it is given for. */
export const keepReply = Effect.fnUntraced(function* (
  { presented, row }: KeptReply,
  reply: TokenReply,
  expiresAt: number
) {
  const cipher = yield* SecretCipher;
  const vault = yield* TokenVault;
  const sealed = yield* cipher.sealUnder(presented, row, utf8.encode(Schema.encodeSync(Stored)(reply)));
  yield* vault.put(row, sealed, expiresAt);
});

/** The reply that was kept; null when there is none. */
export const keptReply = Effect.fnUntraced(
  function* ({ presented, row }: KeptReply, now: number) {
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
 * Whether a reply is this one's to send: of several who want to, one may. When the vault does not say, it is: better the
 * same reply twice to who proved everything than never.
 */
export const claimReply = Effect.fnUntraced(
  function* ({ row }: KeptReply, now: number) {
    const vault = yield* TokenVault;
    return Option.isSome(yield* vault.take(row, now));
  },
  Effect.catchTag("StorageUnavailable", () => Effect.succeed(true))
);
