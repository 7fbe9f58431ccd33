import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { ClientKey } from "./ClientKey.ts";

/** What a client says to prove itself by a key of its own (RFC 7523 section 3). Times in seconds since 1970. */
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

/** An assertion that proves nothing, in machine words. */
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
    /** Who an assertion says it is from, before anything of it is verified. */
    readonly subjectOf: (assertion: string) => Option.Option<string>;
    /** Checks form, algorithm (ES256), signature by one of the keys, and the types of the claims. */
    readonly verify: (
      assertion: string,
      keys: ReadonlyArray<ClientKey>
    ) => Effect.Effect<ClientAssertion, InvalidAssertion>;
  }
>() {}

/** In seconds: how far ahead `exp` may lie, how old `iat` may be, and how far the clocks may differ. */
const allowed = { ahead: 300, age: 60, skew: 30 };

const names = (aud: ClientAssertion["aud"], issuer: string): boolean =>
  typeof aud === "string" ? aud === issuer : aud.length === 1 && aud[0] === issuer;

/**
 * Checks what an assertion claims: made by and for this client, for this issuer and nobody else, just now and for not
 * long (RFC 7523 section 3, FAPI 2.0 section 5.3.2.1). `now` in seconds since 1970.
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
