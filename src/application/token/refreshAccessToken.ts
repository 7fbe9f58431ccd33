import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { InvalidGrant } from "../../domain/authorization/InvalidGrant.ts";
import { lifetimes, lifetimesOf } from "../../domain/authorization/lifetimes.ts";
import { refreshTokens } from "../../domain/authorization/refreshTokens.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import { InvalidScope } from "../../domain/scope/Scope.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { authorizations } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { vaultRow } from "../session/vaultSecrets.ts";
import { aboutAuthorization } from "./aboutAuthorization.ts";
import { issueTokens } from "./issueTokens.ts";
import { presentedGrant } from "./presentedGrant.ts";
import { endsAuthorization, refuseGrant } from "./refuseGrant.ts";
import { TokenReply } from "./TokenReply.ts";

interface Outcome {
  readonly answer: ReturnType<typeof refreshTokens>["outcome"];
  readonly reply: TokenReply | null;
  readonly ended: boolean;
  /** The hash of the refresh token that is good after it, where there is one. */
  readonly current: string;
}

/** By hashes: the refresh token that was presented, and the one that took its place. */
interface Rotation {
  readonly hash: string;
  readonly refreshHash: string;
}

const Stored = Schema.parseJson(TokenReply);
const utf8 = new TextEncoder();
const text = new TextDecoder();

/**
 * Keeps a reply for as long as it may have to be repeated, readable only with the token it was given for. It is kept
 * before the rotation is written down, under both hashes: of several that race, the one that wins is found by the hash
 * that came to be the current one, and the others by none.
 */
const keepReply = (presented: string, { hash, refreshHash }: Rotation, reply: TokenReply, now: number) =>
  Effect.gen(function* () {
    const cipher = yield* SecretCipher;
    const vault = yield* TokenVault;
    const row = vaultRow.refreshReply(hash, refreshHash);
    const sealed = yield* cipher.sealUnder(presented, row, utf8.encode(Schema.encodeSync(Stored)(reply)));
    yield* vault.put(row, sealed, now + lifetimes.refreshRepeat);
  });

const repeatReply = (presented: string, { hash, refreshHash }: Rotation, now: number) =>
  Effect.gen(function* () {
    const cipher = yield* SecretCipher;
    const vault = yield* TokenVault;
    const row = vaultRow.refreshReply(hash, refreshHash);
    const sealed = yield* vault.get(row, now);
    if (Option.isNone(sealed)) return yield* new InvalidGrant({ reason: "expired" });
    const plaintext = yield* cipher.unsealUnder(presented, row, sealed.value);
    return yield* Schema.decode(Stored)(text.decode(plaintext));
  }).pipe(Effect.catchTags({ UnsealFailed: Effect.die, ParseError: Effect.die }));

/**
 * Rotates a refresh token for an authenticated client. A reply that was lost on the way is repeated for 30 seconds;
 * it lies sealed under the presented token (RFC 6749 section 6, RFC 9700 section 4.14).
 */
export const refreshAccessToken = Effect.fn("refreshAccessToken")(function* (request: {
  readonly client: RegisteredClient;
  readonly refreshToken: string;
  readonly jkt: string | null;
  readonly clientKey?: string | null;
  readonly scope: string | null;
}) {
  const { clientKey = null, jkt, scope, refreshToken: presented } = request;
  const { clientId } = request.client;
  const own = lifetimesOf(request.client.lifetimes ?? null);
  const grant = yield* presentedGrant("refresh-token", presented);
  const { authorizationId, drawn, hash: presentedHash, now, stream } = grant;
  const { outcome } = yield* decide({
    aggregate: authorizations,
    stream,
    about: (state) => aboutAuthorization(state, authorizationId, clientId),
    decide: (state) =>
      Effect.gen(function* () {
        const command = {
          authorizationId,
          clientId,
          presentedHash,
          jkt,
          clientKey,
          scope,
          registeredScope: request.client.scope,
          lifetimes: own,
          now,
          ...drawn
        };
        const { events, outcome: answer } = refreshTokens(state, command);
        const current = state._tag === "Active" ? state.tokens.current : "";
        const none: Outcome = { answer, reply: null, ended: endsAuthorization(events), current };
        if (answer._tag !== "Rotated" || state._tag !== "Active") return { events, outcome: none };
        const { did } = state.granted;
        const reply = yield* issueTokens(drawn, { did, clientId, authorizationId, jkt, ...answer });
        yield* keepReply(presented, { hash: presentedHash, refreshHash: drawn.refreshHash }, reply, now);
        const outcome: Outcome = { ...none, reply };
        return { events, outcome };
      })
  });
  const { answer, current, ended, reply } = outcome;
  if (answer instanceof InvalidGrant) return yield* refuseGrant(authorizationId, { answer, ended });
  if (answer instanceof InvalidScope) return yield* answer;
  return reply ?? (yield* repeatReply(presented, { hash: presentedHash, refreshHash: current }, now));
});
