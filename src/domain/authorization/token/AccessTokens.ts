import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../atproto/Did.ts";
import { EndReason } from "../end/EndReason.ts";

/** What an access token says (RFC 9068 section 2.2). Times in seconds since 1970. */
export const AccessTokenClaims = Schema.Struct({
  iss: Schema.String,
  aud: Schema.String,
  sub: Did,
  client_id: Schema.String,
  scope: Schema.String,
  jti: Schema.String,
  iat: Schema.Int,
  exp: Schema.Int,
  /** The authorization that the token belongs to. */
  sid: Schema.String,
  cnf: Schema.optionalWith(Schema.Struct({ jkt: Schema.String }), { exact: true })
});
export type AccessTokenClaims = typeof AccessTokenClaims.Type;

/** An access token that is not ours, not for here, or no longer good. */
export class InvalidAccessToken extends Schema.TaggedError<InvalidAccessToken>()("InvalidAccessToken", {
  reason: Schema.Literal(
    "malformed",
    "bad-signature",
    "expired",
    "wrong-issuer",
    "wrong-audience",
    "ended",
    "not-bound",
    "bound"
  ),
  /** Why its authorization is over, where it is and that is known. */
  why: Schema.optionalWith(EndReason, { exact: true })
}) {}

/** Signs and reads the service's access tokens: ES256 JWTs of type `at+jwt` (RFC 9068). */
export class AccessTokens extends Context.Tag("domain/AccessTokens")<
  AccessTokens,
  {
    readonly sign: (claims: AccessTokenClaims) => Effect.Effect<string>;
    /** Checks type, algorithm, signature, issuer, audience and time; `now` in seconds since 1970. */
    readonly verify: (token: string, now: number) => Effect.Effect<AccessTokenClaims, InvalidAccessToken>;
    /** The public keys as a JWK set (RFC 7517 section 5), never a private member. */
    readonly publicKeys: { readonly keys: ReadonlyArray<Readonly<Record<string, string>>> };
  }
>() {}
