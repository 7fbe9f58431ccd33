import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { strictJson } from "../../../domain/json/strictJson.ts";
import type { OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import type { UpstreamFailure, UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { failure } from "./upstreamFailure.ts";

/** The default lifetime of an access token, in seconds. */
const defaultLifetimeSeconds = 300;

/** The maximum accepted lifetime in seconds: a year. */
const maxLifetimeSeconds = 366 * 86_400;

/** VSCHAR (RFC 6749 appendix A) without the space: a token must fit into a header. */
const Token = Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,16384}$/));

/** RFC 6749 section 3.3, of a length that fits into the log. */
const Scope = Schema.String.pipe(
  Schema.maxLength(4096),
  Schema.pattern(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/),
  Schema.filter((scope) => scope.split(" ").includes("atproto"))
);

/** AT Protocol OAuth: tokens are bound by DPoP, `sub` is the account, and `scope` contains `atproto`. */
const TokenResponse = strictJson(
  Schema.Struct({
    access_token: Token,
    token_type: Schema.String.pipe(Schema.pattern(/^dpop$/i)),
    refresh_token: Schema.optional(Token),
    expires_in: Schema.optionalWith(Schema.Number.pipe(Schema.between(0, maxLifetimeSeconds)), {
      default: () => defaultLifetimeSeconds
    }),
    scope: Scope,
    sub: Did
  })
);
const decode = Schema.decode(TokenResponse);

/** Returns the tokens of a valid OAuth response that also meets the AT Protocol requirements. */
export const readTokens: (answer: OutboundResponse) => Effect.Effect<UpstreamTokens, UpstreamFailure> =
  Effect.fnUntraced(function* ({ body }) {
    const tokens = yield* Effect.mapError(decode(body), () => failure("malformed"));
    return {
      accessToken: Redacted.make(tokens.access_token),
      refreshToken: tokens.refresh_token === undefined ? null : Redacted.make(tokens.refresh_token),
      sub: tokens.sub,
      scope: tokens.scope,
      expiresAt: (yield* Clock.currentTimeMillis) + Math.floor(tokens.expires_in * 1000)
    };
  });
