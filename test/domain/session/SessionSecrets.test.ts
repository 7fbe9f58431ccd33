import { assert, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { LoginSecrets, SessionSecrets } from "../../../src/domain/session/SessionSecrets.ts";

const server = {
  issuer: "https://pds.example",
  authorizationEndpoint: "https://pds.example/oauth/authorize",
  pushedAuthorizationRequestEndpoint: "https://pds.example/oauth/par",
  tokenEndpoint: "https://pds.example/oauth/token",
  revocationEndpoint: null
};
const dpopKey = { jwk: "{}", jkt: "thumbprint" };
const session = { server, accessToken: "access", refreshToken: "refresh", dpopKey };
const login = { server, upstreamState: "state", codeVerifier: "verifier", dpopKey };

it("secrets that were sealed without the key of the service can be read", () => {
  const decode = Schema.decodeUnknownEither(SessionSecrets);
  assert.propertyVal(Either.getOrThrow(decode(JSON.stringify(session))), "clientKey", null);
  const again = Either.getOrThrow(Schema.decodeEither(LoginSecrets)(JSON.stringify(login)));
  assert.strictEqual(again.clientKey, null);
});

it("session secrets contain the key of the service", () => {
  const secrets = Schema.decodeSync(SessionSecrets)(JSON.stringify({ ...session, clientKey: "kid" }));
  assert.strictEqual(Schema.decodeSync(SessionSecrets)(Schema.encodeSync(SessionSecrets)(secrets)).clientKey, "kid");
});
