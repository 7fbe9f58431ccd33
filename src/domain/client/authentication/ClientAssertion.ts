import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { ClientKey } from "./ClientKey.ts";

/** The claims with which a client authenticates by a key of its own (RFC 7523 section 3). Times are in Unix seconds. */
export interface ClientAssertion {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | ReadonlyArray<string>;
  readonly exp: number;
  readonly iat: number;
  readonly nbf: number | null;
  readonly jti: string;
  /** The RFC 7638 thumbprint of the key that signed it. */
  readonly jkt: string;
}

/** A client assertion is invalid, with the reason as a code. */
export class InvalidAssertion extends Schema.TaggedError<InvalidAssertion>()("InvalidAssertion", {
  reason: Schema.Literal(
    "malformed",
    "wrong-typ",
    "alg-not-allowed",
    "unknown-key",
    "bad-signature",
    "bad-claims",
    "wrong-issuer",
    "wrong-audience",
    "expired",
    "too-long",
    "too-old",
    "in-the-future",
    "replayed",
    "key-of-proof"
  )
}) {}

/** Reads assertions and verifies their signatures. */
export class ClientAssertions extends Context.Tag("domain/ClientAssertions")<
  ClientAssertions,
  {
    /** Returns the subject that an unverified assertion claims, or none if it is malformed. */
    readonly subjectOf: (assertion: string) => Option.Option<string>;
    /** Verifies the form, the algorithm (ES256), the signature by one of the keys, and the types of the claims. */
    readonly verify: (
      assertion: string,
      keys: ReadonlyArray<ClientKey>
    ) => Effect.Effect<ClientAssertion, InvalidAssertion>;
  }
>() {}

/** In seconds: the maximum distance of `exp`, the maximum age of `iat`, and the tolerated clock skew. */
const allowed = { ahead: 300, age: 60, skew: 30 };

const names = (aud: ClientAssertion["aud"], issuer: string): boolean =>
  typeof aud === "string" ? aud === issuer : aud.length === 1 && aud[0] === issuer;

/**
 * Checks the claims of an assertion: issuer and subject are the client, the only audience is this issuer, and it is
 * recent and short-lived (RFC 7523 section 3, FAPI 2.0 section 5.3.2.1). `now` is in Unix seconds.
 */
export const checkAssertion = (
  claims: ClientAssertion,
  expected: { readonly clientId: string; readonly issuer: string; readonly now: number }
): Either.Either<ClientAssertion, InvalidAssertion> => {
  const { clientId, issuer, now } = expected;
  const refuse = (reason: InvalidAssertion["reason"]) => Either.left(new InvalidAssertion({ reason }));
  if (claims.iss !== clientId || claims.sub !== clientId) return refuse("wrong-issuer");
  if (!names(claims.aud, issuer)) return refuse("wrong-audience");
  if (claims.exp <= now) return refuse("expired");
  if (claims.exp > now + allowed.ahead) return refuse("too-long");
  if (claims.iat > now + allowed.skew) return refuse("in-the-future");
  if (claims.nbf !== null && claims.nbf > now + allowed.skew) return refuse("in-the-future");
  return claims.iat < now - allowed.age - allowed.skew ? refuse("too-old") : Either.right(claims);
};
