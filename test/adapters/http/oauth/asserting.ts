import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { readKeySet } from "../../../../src/domain/client/authentication/ClientKey.ts";
import { redirectUri, registered } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { type AssertionKey, makeAssertionKey } from "../../jose/assertionKey.ts";
import { postToken } from "./oauthServer.ts";

export const proposal = {
  name: "A server",
  type: "confidential",
  redirectUris: [redirectUri],
  scope: "atproto",
  tokenEndpointAuthMethod: "private_key_jwt"
} as const;

export const newKey = (kid: string) => Effect.promise(() => makeAssertionKey(kid));

export const keysOf = (...keys: ReadonlyArray<AssertionKey>) =>
  Either.getOrThrow(readKeySet({ keys: keys.map(({ jwk }) => jwk) }));

let assertions = 0;

export const seconds = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 1000));

/** Good claims but for what a test changes; undefined leaves one out. */
export const claimsFor = (clientId: string, claims: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(seconds, (iat) => {
    assertions += 1;
    return {
      iss: clientId,
      sub: clientId,
      aud: publicUrl,
      jti: `assertion-${assertions}`,
      iat,
      exp: iat + 60,
      ...claims
    };
  });

export const signed = (
  key: AssertionKey,
  clientId: string,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {}
) => Effect.flatMap(claimsFor(clientId, claims), (all) => Effect.promise(() => key.sign(all, header)));

export const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Asks with a refresh token that nobody has: who proved itself is told so, everybody else is not a client. */
export const attempt = (
  assertion: string,
  form: Readonly<Record<string, string | undefined>> = {},
  headers: Record<string, string> = {}
) =>
  postToken(
    {
      grant_type: "refresh_token",
      refresh_token: "unknown",
      client_assertion: assertion,
      client_assertion_type: jwtBearer,
      ...form
    },
    headers
  );

export const withKey = Effect.gen(function* () {
  const key = yield* newKey("one");
  const { client } = yield* registered({ ...proposal, jwks: keysOf(key) });
  return { key, clientId: client.clientId };
});
