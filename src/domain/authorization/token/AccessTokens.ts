import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../atproto/Did.ts";
import { EndReason } from "../end/EndReason.ts";

/** The claims of an access token (RFC 9068 section 2.2). Times are in seconds since 1970. */
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

/** An access token was not issued by this service, is not meant for this resource, or is no longer valid. */
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
  /** Why its authorization ended, if it did and the reason is known. */
  why: Schema.optionalWith(EndReason, { exact: true })
}) {}

/** Signs and verifies access tokens: ES256 JWTs of type `at+jwt` (RFC 9068). */
export class AccessTokens extends Context.Tag("domain/AccessTokens")<
  AccessTokens,
  {
    readonly sign: (claims: AccessTokenClaims) => Effect.Effect<string>;
    /** Checks type, algorithm, signature, issuer, audience and time. `now` is in seconds since 1970. */
    readonly verify: (token: string, now: number) => Effect.Effect<AccessTokenClaims, InvalidAccessToken>;
    /** Returns the public keys as a JWK set (RFC 7517 section 5), without private members. */
    readonly publicKeys: { readonly keys: ReadonlyArray<Readonly<Record<string, string>>> };
  }
>() {}
