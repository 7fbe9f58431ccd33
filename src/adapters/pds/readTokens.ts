import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { TokenEndpointResponse } from "oauth4webapi";
import { Did } from "../../domain/atproto/Did.ts";
import type { UpstreamFailure, UpstreamTokens } from "../../domain/session/UpstreamAuthorization.ts";
import { failure } from "./upstreamFailure.ts";

/** Seconds that an access token is taken to last whose answer does not say. */
const lifetimeUnsaid = 300;

/** AT Protocol OAuth: tokens are bound by DPoP, `sub` is the account, `scope` is there and has `atproto`. */
const TokenAnswer = Schema.Struct({
  access_token: Schema.NonEmptyString,
  token_type: Schema.Literal("dpop"),
  refresh_token: Schema.optional(Schema.NonEmptyString),
  expires_in: Schema.optionalWith(Schema.NonNegative, { default: () => lifetimeUnsaid }),
  scope: Schema.String.pipe(Schema.filter((scope) => scope.split(" ").includes("atproto"))),
  sub: Did
});
const decode = Schema.decodeUnknown(TokenAnswer);

/** Takes the tokens out of an answer that is OAuth's, if it is AT Protocol's as well. */
export const readTokens = (answer: TokenEndpointResponse): Effect.Effect<UpstreamTokens, UpstreamFailure> =>
  Effect.gen(function* () {
    const tokens = yield* Effect.mapError(decode(answer), () => failure("malformed"));
    return {
      accessToken: Redacted.make(tokens.access_token),
      refreshToken: tokens.refresh_token === undefined ? null : Redacted.make(tokens.refresh_token),
      sub: tokens.sub,
      scope: tokens.scope,
      expiresAt: (yield* Clock.currentTimeMillis) + Math.floor(tokens.expires_in * 1000)
    };
  });
