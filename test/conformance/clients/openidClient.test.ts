import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceProcess } from "../../flows/ServiceProcess.ts";
import { startService, type TestService } from "../../flows/startService.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { fetchThrough, goThrough } from "./AppHost.ts";
import { type AppKey, type Method, makeAppKey, metadataOf, methods, redirectUri } from "./appMetadata.ts";

const publicUrl = "https://openid-client.tidemark.internal";

const authenticationBy = (method: Method, { key, kid }: AppKey) => {
  if (method === "private_key_jwt") return client.PrivateKeyJwt({ key, kid });
  if (method === "client_secret_basic") return client.ClientSecretBasic();
  return method === "client_secret_post" ? client.ClientSecretPost() : client.None();
};

await withPds("openid-client", (network) => {
  let running: TestService;
  let asking: ServiceProcess;
  let account: Account;

  beforeAll(async () => {
    running = await startService(network, publicUrl);
    asking = await ServiceProcess.start({ env: { ...running.env, REQUIRE_DPOP_NONCE: "true" }, publicUrl });
    account = await network.pdses[0].createAccount({ handle: "openid-client.test" });
  });
  afterAll(async () => {
    await asking?.stop();
    await running?.stop();
  });

  for (const nonces of ["without nonces", "with nonces"] as const) {
    describe(nonces, () => {
      it.each(methods)("completes the flow as a client that authenticates by %s", async (method) => {
        const service = nonces === "with nonces" ? asking : running.service;
        const key = await makeAppKey();
        const fetching = { [client.customFetch]: fetchThrough(service, network), algorithm: "oauth2" } as const;
        const config = await client.dynamicClientRegistration(
          new URL(publicUrl),
          metadataOf(method, key),
          authenticationBy(method, key),
          fetching
        );
        const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
        const pkceCodeVerifier = client.randomPKCECodeVerifier();
        const state = client.randomState();
        const link = await client.buildAuthorizationUrlWithPAR(
          config,
          {
            redirect_uri: redirectUri,
            scope: "atproto transition:generic",
            code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
            code_challenge_method: "S256",
            state,
            login_hint: account.handle
          },
          { DPoP }
        );
        const returned = await goThrough(service, link, account, redirectUri);
        const checks = { pkceCodeVerifier, expectedState: state };
        const tokens = await client.authorizationCodeGrant(config, returned, checks, undefined, { DPoP });
        expect(tokens).toMatchObject({ token_type: "dpop", sub: account.did, scope: "atproto transition:generic" });
        const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? "", undefined, { DPoP });
        expect(next.refresh_token).not.toBe(tokens.refresh_token);
        const body = JSON.stringify({ query: "{ viewer { did } }" });
        const headers = new Headers({ "content-type": "application/json" });
        const api = new URL(`${publicUrl}/graphql`);
        const ask = () =>
          client.fetchProtectedResource(config, next.access_token, api, "POST", body, headers, { DPoP });
        expect(await (await ask()).json()).toEqual({ data: { viewer: { did: account.did } } });
        if (method !== "none")
          expect(await client.tokenIntrospection(config, next.access_token)).toMatchObject({
            active: true,
            sub: account.did
          });
        await client.tokenRevocation(config, next.refresh_token ?? "");
        await expect(
          client.refreshTokenGrant(config, next.refresh_token ?? "", undefined, { DPoP })
        ).rejects.toMatchObject({
          error: "invalid_grant"
        });
      });
    });
  }
});
